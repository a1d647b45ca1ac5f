package io.hybridycsb.harness.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.stream.Stream;

/** CPU times of a process' threads, by Linux's {@code /proc/PID/task} (proc(5)). */
public final class ThreadTimes {
  private ThreadTimes() {}

  /**
   * CPU seconds of the threads that live now and whose name matches; 0 where the platform doesn't
   * report them.
   *
   * @param names a regular expression; the kernel keeps the first 15 bytes of a name
   */
  public static double seconds(long pid, String names) {
    return byThread(pid, names).values().stream().mapToDouble(Double::doubleValue).sum();
  }

  /** CPU seconds of each thread that lives now, by its number; empty where it isn't reported. */
  public static Map<Long, Double> byThread(long pid) {
    return byThread(pid, ".*");
  }

  private static Map<Long, Double> byThread(long pid, String names) {
    Map<Long, Double> seconds = new HashMap<>();
    try (Stream<Path> threads = Files.list(Path.of("/proc", Long.toString(pid), "task"))) {
      for (Path thread : threads.toList()) {
        secondsOf(thread, names)
            .ifPresent(used -> seconds.put(Long.valueOf(thread.getFileName().toString()), used));
      }
    } catch (IOException e) {
      // The process has ended, or the platform has no such directory.
      seconds.clear();
    }
    return seconds;
  }

  private static OptionalDouble secondsOf(Path thread, String names) {
    try {
      List<String> name = Files.readAllLines(thread.resolve("comm"));
      return !name.isEmpty() && name.get(0).matches(names)
          ? OptionalDouble.of(
              ProcStat.parse(Files.readString(thread.resolve("stat"))).ownCpuSeconds())
          : OptionalDouble.empty();
    } catch (IOException e) {
      // The thread has ended meanwhile.
      return OptionalDouble.empty();
    }
  }
}
