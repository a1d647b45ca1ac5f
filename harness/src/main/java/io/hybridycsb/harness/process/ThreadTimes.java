package io.hybridycsb.harness.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
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
    try (Stream<Path> threads = Files.list(Path.of("/proc", Long.toString(pid), "task"))) {
      double seconds = 0;
      for (Path thread : threads.toList()) {
        seconds += secondsOf(thread, names);
      }
      return seconds;
    } catch (IOException e) {
      return 0;
    }
  }

  private static double secondsOf(Path thread, String names) {
    try {
      List<String> name = Files.readAllLines(thread.resolve("comm"));
      return !name.isEmpty() && name.get(0).matches(names)
          ? ProcStat.parse(Files.readString(thread.resolve("stat"))).ownCpuSeconds()
          : 0;
    } catch (IOException e) {
      // The thread has ended meanwhile.
      return 0;
    }
  }
}
