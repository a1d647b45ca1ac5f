package io.hybridycsb.harness.system.stores;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Statements with passwords in them, which stand in no command line: a shell reads the files. */
final class WithPasswords {
  private WithPasswords() {}

  /**
   * The command with statements on its input. It isn't run if a file can't be read.
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
