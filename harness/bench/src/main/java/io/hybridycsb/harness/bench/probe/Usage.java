package io.hybridycsb.harness.bench.probe;

import io.hybridycsb.harness.process.ProcessIdentity;
import io.hybridycsb.harness.process.ProcessUsage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What a process and its children have used since they started.
 *
 * @param writtenBytes bytes written to storage; -1 if the kernel doesn't report it
 */
public record Usage(double cpuSeconds, long writtenBytes) {
  private static final String WRITTEN = "write_bytes: ";

  /** The usage so far; empty if the process has ended or the platform doesn't report it. */
  public static Optional<Usage> of(long pid) {
    Optional<ProcessUsage> usage = ProcessIdentity.of(pid).flatMap(ProcessIdentity::usage);
    return usage.map(used -> new Usage(used.cpuSeconds(), writtenByAll(pid)));
  }

  private static long writtenByAll(long pid) {
    Stream<Long> descendants =
        ProcessHandle.of(pid).stream().flatMap(ProcessHandle::descendants).map(ProcessHandle::pid);
    return Stream.concat(Stream.of(pid), descendants)
        .mapToLong(Usage::written)
        .reduce((a, b) -> a < 0 || b < 0 ? -1 : a + b)
        .orElse(-1);
  }

  private static long written(long pid) {
    try {
      // Read at once: a lazy stream throws other exceptions if the process ends meanwhile.
      return Files.readAllLines(Path.of("/proc", Long.toString(pid), "io")).stream()
          .filter(line -> line.startsWith(WRITTEN))
          .mapToLong(line -> Long.parseLong(line.substring(WRITTEN.length()).strip()))
          .findFirst()
          .orElse(-1);
    } catch (IOException e) {
      return -1;
    }
  }

  public Usage since(Usage before) {
    boolean known = writtenBytes >= 0 && before.writtenBytes >= 0;
    return new Usage(
        cpuSeconds - before.cpuSeconds, known ? writtenBytes - before.writtenBytes : -1);
  }
}
