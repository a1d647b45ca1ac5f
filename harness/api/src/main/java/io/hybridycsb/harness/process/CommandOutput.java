package io.hybridycsb.harness.process;

import io.hybridycsb.harness.HarnessException;
import io.hybridycsb.harness.files.Attempt;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * What a short command prints, which gets no input.
 *
 * @param status its exit status
 * @param text its output
 */
public record CommandOutput(int status, String text) {
  /**
   * Runs a command, whatever its exit status.
   *
   * @return its standard output; empty if it can't be started or doesn't end in time
   */
  public static Optional<String> of(List<String> command, Duration timeout)
      throws InterruptedException {
    return Attempt.maybe(() -> run(command, timeout, false))
        .flatMap(output -> output.map(CommandOutput::text));
  }

  /**
   * Runs a command, whatever its exit status.
   *
   * @return its standard output and its errors; empty if it doesn't end in time
   * @throws HarnessException if it can't be started
   */
  public static Optional<String> withErrors(List<String> command, Duration timeout) {
    return whole(command, timeout, "run " + command.get(0)).map(CommandOutput::text);
  }

  /**
   * Runs a command that is to succeed.
   *
   * @param what it does, for messages: "make the cluster's keys"
   * @throws HarnessException with its output, if it fails or doesn't end in time
   */
  public static void succeed(List<String> command, Duration timeout, String what) {
    CommandOutput output =
        whole(command, timeout, what)
            .orElseThrow(
                () ->
                    new HarnessException(
                        "cannot %s: %s took more than %d s"
                            .formatted(what, command.get(0), timeout.toSeconds())));
    if (output.status() != 0) {
      throw new HarnessException("cannot %s: %s".formatted(what, output.text().strip()));
    }
  }

  private static Optional<CommandOutput> whole(
      List<String> command, Duration timeout, String what) {
    try {
      return Attempt.get(what, () -> run(command, timeout, true));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new HarnessException("interrupted; cannot " + what, e);
    }
  }

  /** The output goes to a file, because reading a process' output has no timeout. */
  private static Optional<CommandOutput> run(
      List<String> command, Duration timeout, boolean withErrors)
      throws IOException, InterruptedException {
    Path said = Files.createTempFile(Path.of(command.get(0)).getFileName().toString(), ".out");
    try {
      ProcessBuilder builder =
          new ProcessBuilder(command)
              .redirectInput(ProcessLauncher.NO_INPUT)
              .redirectOutput(said.toFile());
      Process running =
          (withErrors
                  ? builder.redirectErrorStream(true)
                  : builder.redirectError(ProcessBuilder.Redirect.DISCARD))
              .start();
      try {
        return running.waitFor(timeout.toMillis(), TimeUnit.MILLISECONDS)
            ? Optional.of(new CommandOutput(running.exitValue(), Files.readString(said)))
            : Optional.empty();
      } finally {
        running.destroyForcibly();
      }
    } finally {
      Files.deleteIfExists(said);
    }
  }
}
