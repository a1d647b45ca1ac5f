package io.hybridycsb.harness.bench.saturate;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.datatype.jdk8.Jdk8Module;
import io.hybridycsb.harness.HarnessException;
import io.hybridycsb.harness.files.WholeFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalLong;

/** A search's outcome for programs. docs/experiments.md explains the fields. */
public final class SaturatedJson {
  /** The file's name, in the directory of the system's runs. */
  public static final String FILE = "saturate.json";

  /** The version of this form. */
  private static final int FORMAT = 1;

  private static final ObjectMapper JSON =
      JsonMapper.builder()
          .addModule(new Jdk8Module())
          .enable(SerializationFeature.INDENT_OUTPUT)
          .build();

  private SaturatedJson() {}

  private record Document(
      int format,
      String system,
      double p99MsMax,
      int clients,
      double capacityPerSecond,
      OptionalLong heldPerSecond,
      OptionalLong notHeldPerSecond,
      List<Trial> steps) {}

  private record Trial(
      long offeredPerSecond,
      int repeat,
      double committedPerSecond,
      double withinPercent,
      double p50Ms,
      double p99Ms,
      boolean held,
      String notHeld) {}

  /** Writes the file atomically. */
  public static void write(Path directory, Saturated outcome) {
    Path file = directory.resolve(FILE);
    try {
      WholeFile.write(file, text(outcome));
    } catch (IOException e) {
      throw new HarnessException("cannot write " + file + ": " + e.getMessage(), e);
    }
  }

  static String text(Saturated outcome) throws JsonProcessingException {
    return JSON.writeValueAsString(
        new Document(
            FORMAT,
            outcome.system(),
            outcome.bound().p99Ms(),
            outcome.clients(),
            outcome.capacityPerSecond(),
            outcome.answer(),
            outcome.lowestNotHeld().stream().mapToLong(Step::offeredPerSecond).findFirst(),
            outcome.steps().stream()
                .map(
                    step ->
                        new Trial(
                            step.offeredPerSecond(),
                            step.repeat(),
                            step.committedPerSecond(),
                            step.withinPercent(),
                            step.p50Ms(),
                            step.p99Ms(),
                            step.held(),
                            step.notHeld()))
                .toList()));
  }
}
