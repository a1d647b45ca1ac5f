package io.hybridycsb.harness.bench.hosts;

import io.hybridycsb.harness.HarnessException;
import io.hybridycsb.harness.process.Deadline;
import io.hybridycsb.harness.process.LogFile;
import io.hybridycsb.harness.process.ProcessLauncher;
import io.hybridycsb.harness.system.programs.Programs;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * Runs commands to their end, and tells in a line why one failed. Until it is closed, it has a
 * directory that only its owner can read, for what they print and for copies of keys.
 */
final class Commands implements AutoCloseable {
  private static final int LINES = 20;
  private static final long PRINTED_BYTES_MAX = 64L << 20;
  private static final long LOOK_MS = 200;

  private final Path directory;

  Commands() {
    try {
      directory = Files.createTempDirectory("hybrid-clients");
    } catch (IOException e) {
      throw new HarnessException("cannot make a temporary directory: " + e.getMessage(), e);
    }
  }

  /** A new directory in the one of these commands. */
  Path newDirectory() {
    try {
      return Files.createTempDirectory(directory, "step");
    } catch (IOException e) {
      throw new HarnessException("cannot make a temporary directory: " + e.getMessage(), e);
    }
  }

  /**
   * Runs a script on a host.
   *
   * @return what it printed
   * @throws HarnessException if it fails, or doesn't end in time
   */
  String run(Host host, Host.Script script, Duration timeout) throws InterruptedException {
    return run(host.name(), host.command(script), Optional.empty(), timeout);
  }

  /** The same with a file as its input. */
  String run(Host host, Host.Script script, Path input, Duration timeout)
      throws InterruptedException {
    return run(host.name(), host.command(script), Optional.of(input), timeout);
  }

  /**
   * Runs a command of this machine.
   *
   * @param whose the name with which a failure's line begins
   */
  String run(String whose, List<String> command, Optional<Path> input, Duration timeout)
      throws InterruptedException {
    try {
      Path out = Files.createTempFile(directory, "command", ".out");
      try {
        run(whose, command, input, out, PRINTED_BYTES_MAX, timeout);
        return Files.readString(out);
      } finally {
        Files.deleteIfExists(out);
      }
    } catch (IOException e) {
      throw new HarnessException("%s: %s".formatted(whose, e.getMessage()), e);
    }
  }

  /**
   * Runs a command whose output goes to a file.
   *
   * @param bytesMax how long the file may get, give or take what comes within a moment
   */
  void run(
      String whose,
      List<String> command,
      Optional<Path> input,
      Path out,
      long bytesMax,
      Duration timeout)
      throws InterruptedException {
    try {
      Path err = Files.createTempFile(directory, "command", ".err");
      try {
        Process process =
            new ProcessBuilder(command)
                .redirectInput(
                    input
                        .map(file -> ProcessBuilder.Redirect.from(file.toFile()))
                        .orElse(ProcessLauncher.NO_INPUT))
                .redirectOutput(out.toFile())
                .redirectError(err.toFile())
                .start();
        try {
          Deadline deadline = Deadline.after(timeout);
          boolean ended = false;
          while (!ended) {
            ended = process.waitFor(LOOK_MS, TimeUnit.MILLISECONDS);
            if (Files.size(out) > bytesMax) {
              throw new HarnessException(
                  "%s sends more than %,d MiB, which is too much".formatted(whose, bytesMax >> 20));
            }
            if (!ended && deadline.passed()) {
              throw new HarnessException(
                  "%s has not answered after %d s".formatted(whose, timeout.toSeconds()));
            }
          }
        } finally {
          process.destroyForcibly();
        }
        if (process.exitValue() != 0) {
          throw new HarnessException("%s: %s".formatted(whose, why(err, process.exitValue())));
        }
      } finally {
        Files.deleteIfExists(err);
      }
    } catch (IOException e) {
      throw new HarnessException(
          "%s: cannot run %s: %s".formatted(whose, command.get(0), e.getMessage()), e);
    }
  }

  private static String why(Path err, int status) {
    return new LogFile(err)
        .lastLines(LINES, 0).stream()
            .map(String::strip)
            .filter(line -> !line.isEmpty())
            // Of kubectl, after what the command itself has said.
            .filter(line -> !line.startsWith("command terminated with exit code"))
            .reduce((first, second) -> second)
            .orElse("exit status " + status);
  }

  @Override
  public void close() {
    try {
      Programs.remove(directory);
    } catch (IOException e) {
      throw new HarnessException("cannot remove %s: %s".formatted(directory, e.getMessage()), e);
    }
  }
}
