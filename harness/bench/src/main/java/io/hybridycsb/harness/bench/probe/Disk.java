package io.hybridycsb.harness.bench.probe;

import io.hybridycsb.harness.process.CommandOutput;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;

/** The disk space of files. */
public final class Disk {
  private static final Duration TIMEOUT = Duration.ofSeconds(60);
  private static final List<String> DU = List.of("du", "-sk");

  private Disk() {}

  /**
   * The bytes allocated to a directory tree, as du(1) counts them: a sparse file counts only with
   * its written parts. Empty if unknown.
   */
  public static OptionalLong bytesIn(Path directory) throws InterruptedException {
    return bytes(DU, directory, TIMEOUT);
  }

  /**
   * As {@link #bytesIn(Path)}, without a file in it.
   *
   * @param log the file to leave out
   */
  public static OptionalLong bytesIn(Path directory, Path log) throws InterruptedException {
    OptionalLong all = bytesIn(directory);
    OptionalLong ofLog = Files.exists(log) ? bytes(DU, log, TIMEOUT) : OptionalLong.of(0);
    return all.isPresent() && ofLog.isPresent()
        ? OptionalLong.of(Math.max(0, all.getAsLong() - ofLog.getAsLong()))
        : OptionalLong.empty();
  }

  /**
   * @param command a command that prints a size in KiB for the path in its last argument
   * @param timeout after which the result is empty
   */
  static OptionalLong bytes(List<String> command, Path path, Duration timeout)
      throws InterruptedException {
    List<String> du = new ArrayList<>(command);
    du.add(path.toString());
    // du exits with an error if a file vanishes meanwhile, but still prints the sum.
    return CommandOutput.of(du, timeout)
        .filter(text -> text.matches("(?s)[0-9]+\\s.*"))
        .map(text -> OptionalLong.of(Long.parseLong(text.split("\\s", 2)[0]) * 1024))
        .orElseGet(OptionalLong::empty);
  }
}
