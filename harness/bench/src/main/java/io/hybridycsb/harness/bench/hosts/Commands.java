package io.hybridycsb.harness.bench.hosts;

import io.hybridycsb.harness.HarnessException;
import io.hybridycsb.harness.files.Attempt;
import io.hybridycsb.harness.files.Disk;
import io.hybridycsb.harness.process.Deadline;
import io.hybridycsb.harness.process.LogFile;
import io.hybridycsb.harness.process.LoggedCommand;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * Runs commands to their end, and tells in a line why one failed. Until it is closed, it has a
 * directory that only its owner can read, for what they print and for copies of keys.
 */
final class Commands implements AutoCloseable {
  private static final int LINES = 20;
  private static final long PRINTED_BYTES_MAX = 64L << 20;

  private final Path directory = Disk.newDirectory("hybrid-clients");

  /** A new directory in the one of these commands. */
  Path newDirectory() {
    return Attempt.get(
        "make a temporary directory", () -> Files.createTempDirectory(directory, "step"));
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
    Path step = newDirectory();
    try {
      Path out = step.resolve("out");
      run(whose, command, input, out, PRINTED_BYTES_MAX, timeout);
      return Attempt.get("read what %s prints".formatted(whose), () -> Files.readString(out));
    } finally {
      Disk.remove(step);
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
    ProcessBuilder builder = new ProcessBuilder(command).redirectOutput(out.toFile());
    input.ifPresent(file -> builder.redirectInput(file.toFile()));
    LogFile err = new LogFile(out.resolveSibling(out.getFileName() + ".err"));
    OptionalInt status =
        new LoggedCommand("%s for %s".formatted(command.get(0), whose), builder, err)
            .run(Deadline.after(timeout), () -> requireNoMore(whose, out, bytesMax));
    requireNoMore(whose, out, bytesMax);
    if (status.isEmpty()) {
      throw new HarnessException(
          "%s has not answered after %d s".formatted(whose, timeout.toSeconds()));
    }
    if (status.getAsInt() != 0) {
      throw new HarnessException("%s: %s".formatted(whose, why(err, status.getAsInt())));
    }
  }

  private static void requireNoMore(String whose, Path out, long bytesMax) {
    if (Disk.size(out) > bytesMax) {
      throw new HarnessException(
          "%s sends more than %,d MiB, which is too much".formatted(whose, bytesMax >> 20));
    }
  }

  private static String why(LogFile err, int status) {
    return err.lastLines(LINES, 0).stream()
        .map(String::strip)
        .filter(line -> !line.isEmpty())
        // Of kubectl, after what the command itself has said.
        .filter(line -> !line.startsWith("command terminated with exit code"))
        .reduce((first, second) -> second)
        .orElse("exit status " + status);
  }

  @Override
  public void close() {
    Disk.remove(directory);
  }
}
