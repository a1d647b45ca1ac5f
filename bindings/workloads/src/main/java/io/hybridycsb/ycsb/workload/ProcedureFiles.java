package io.hybridycsb.ycsb.workload;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.hybridycsb.ycsb.support.Procedure;
import io.hybridycsb.ycsb.support.Procedure.Parameter;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * A workload's procedures, whose texts are files beside its class: {@code
 * FOLDER/NAME.postgresql.sql} and {@code FOLDER/NAME.mariadb.sql}. Lines that begin with {@code --}
 * are for readers alone.
 *
 * @param beside the class
 * @param folder also begins the procedures' names
 * @param tables those that the procedures need, each with the fields that they need
 */
public record ProcedureFiles(Class<?> beside, String folder, Map<String, Set<String>> tables) {

  /**
   * Reads a procedure.
   *
   * @param parameters names of texts and, after a {@code #}, of numbers
   */
  public Procedure read(String name, String... parameters) {
    return Procedure.of(
        folder + "_" + name,
        Arrays.stream(parameters).map(ProcedureFiles::parameter).toList(),
        text(name + ".postgresql.sql"),
        text(name + ".mariadb.sql"),
        tables);
  }

  private static Parameter parameter(String name) {
    return name.startsWith("#")
        ? new Parameter(name.substring(1), Procedure.Type.NUMBER)
        : new Parameter(name, Procedure.Type.TEXT);
  }

  private String text(String file) {
    try (InputStream in = beside.getResourceAsStream(folder + "/" + file)) {
      if (in == null) {
        throw new IllegalStateException("the jar lacks " + folder + "/" + file);
      }
      List<String> lines = new String(in.readAllBytes(), UTF_8).lines().toList();
      return lines.stream()
          .filter(line -> !line.startsWith("--"))
          .collect(Collectors.joining("\n", "", "\n"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
