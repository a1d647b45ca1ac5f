package io.hybridycsb.harness.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** What a command prints. */
public final class CommandOutput {
  private CommandOutput() {}

  /**
   * Runs a command, whatever its exit code.
   *
   * @return its standard output; empty if it can't be started or doesn't end in time
   */
  public static Optional<String> of(List<String> command, Duration timeout)
      throws InterruptedException {
    try {
      // The output goes to a file, because reading a process' output has no timeout.
      Path said = Files.createTempFile(Path.of(command.get(0)).getFileName().toString(), ".out");
      try {
        return of(command, timeout, said);
      } finally {
        Files.deleteIfExists(said);
      }
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  private static Optional<String> of(List<String> command, Duration timeout, Path said)
      throws IOException, InterruptedException {
    Process running =
        new ProcessBuilder(command)
            .redirectInput(ProcessLauncher.NO_INPUT)
            .redirectOutput(said.toFile())
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    try {
      return running.waitFor(timeout.toMillis(), TimeUnit.MILLISECONDS)
          ? Optional.of(Files.readString(said))
          : Optional.empty();
    } finally {
      running.destroyForcibly();
    }
  }
}
