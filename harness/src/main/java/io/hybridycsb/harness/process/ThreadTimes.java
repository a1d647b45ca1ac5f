package io.hybridycsb.harness.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** CPU times of a process' threads, by Linux's {@code /proc/PID/task} (proc(5)). */
public final class ThreadTimes {
  private ThreadTimes() {}

  /**
   * What a thread has used since it started.
   *
   * @param name the first 15 bytes of its name
   */
  public record Used(String name, double userSeconds, double kernelSeconds) {}

  /**
   * CPU seconds of the threads that live now and whose name matches; 0 where the platform doesn't
   * report them.
   *
   * @param names a regular expression; the kernel keeps the first 15 bytes of a name
   */
  public static double seconds(long pid, String names) {
    return all(pid).values().stream()
        .filter(thread -> thread.name().matches(names))
        .mapToDouble(thread -> thread.userSeconds() + thread.kernelSeconds())
        .sum();
  }

  /** CPU seconds of each thread that lives now, by its number; empty where it isn't reported. */
  public static Map<Long, Double> byThread(long pid) {
    Map<Long, Double> seconds = new HashMap<>();
    all(pid).forEach((id, used) -> seconds.put(id, used.userSeconds() + used.kernelSeconds()));
    return seconds;
  }

  /** The threads that live now, by their numbers; empty where they aren't reported. */
  public static Map<Long, Used> all(long pid) {
    Map<Long, Used> all = new HashMap<>();
    try (Stream<Path> threads = Files.list(Path.of("/proc", Long.toString(pid), "task"))) {
      for (Path thread : threads.toList()) {
        used(thread)
            .ifPresent(used -> all.put(Long.valueOf(thread.getFileName().toString()), used));
      }
    } catch (IOException e) {
      // The process has ended, or the platform has no such directory.
      all.clear();
    }
    return all;
  }

  private static Optional<Used> used(Path thread) {
    try {
      String line = Files.readString(thread.resolve("stat"));
      ProcStat stat = ProcStat.parse(line);
      return Optional.of(
          new Used(
              ProcStat.nameIn(line),
              stat.ownCpuSeconds() - stat.kernelSeconds(),
              stat.kernelSeconds()));
    } catch (IOException e) {
      // The thread has ended meanwhile.
      return Optional.empty();
    }
  }
}
