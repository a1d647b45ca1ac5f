package io.hybridycsb.harness.system.stores;

import io.hybridycsb.harness.HarnessException;
import io.hybridycsb.harness.system.PlanContext;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Databases with passwords. */
final class WithPasswords {
  private WithPasswords() {}

  /**
   * Fails if a process has data, but its superuser has no password: so older releases made them.
   *
   * @throws HarnessException if everybody could connect
   */
  static void require(PlanContext context, String process, String superuser) {
    Path data = context.directoryOf(process).resolve("data");
    if (Files.exists(data) && !context.hasPassword(process, superuser)) {
      throw new HarnessException(
          "an older release has made %s, without passwords; remove the cluster with 'hybrid down %s --purge' first"
              .formatted(data, context.directory().getFileName()));
    }
  }

  /**
   * The command with statements on its input that have passwords in them. They stand in no command
   * line: a shell reads the files. If one can't be read, the command isn't run.
   *
   * @param statements with a {@code %s} for each password, in a place between quotes
   * @param passwordFiles of hex digits
   */
  static List<String> given(String statements, List<Path> passwordFiles, List<String> command) {
    int count = passwordFiles.size();
    String read =
        IntStream.rangeClosed(1, count)
            .mapToObj("p%1$d=$(cat \"$%1$d\") && "::formatted)
            .collect(Collectors.joining());
    String passwords =
        IntStream.rangeClosed(1, count)
            .mapToObj(" \"$p%d\""::formatted)
            .collect(Collectors.joining());
    List<String> shell = new ArrayList<>(List.of("sh", "-c"));
    shell.add(read + "printf \"$0\"" + passwords + " | (shift %d; exec \"$@\")".formatted(count));
    shell.add(statements);
    passwordFiles.forEach(file -> shell.add(file.toString()));
    shell.addAll(command);
    return shell;
  }
}
