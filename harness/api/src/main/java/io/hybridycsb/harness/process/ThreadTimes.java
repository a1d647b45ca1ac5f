package io.hybridycsb.harness.process;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** CPU times of a process' threads, by Linux's {@code /proc/PID/task} (proc(5)). */
public final class ThreadTimes {
  private ThreadTimes() {}

  /**
   * What a thread has used since it started.
   *
   * @param name the first 15 bytes of its name
   */
  public record Used(String name, double userSeconds, double kernelSeconds) {
    public double cpuSeconds() {
      return userSeconds + kernelSeconds;
    }
  }

  /** CPU seconds of each thread that lives now, by its number; empty where it isn't reported. */
  public static Map<Long, Double> byThread(long pid) {
    Map<Long, Double> seconds = new HashMap<>();
    all(pid).forEach((id, used) -> seconds.put(id, used.cpuSeconds()));
    return seconds;
  }

  /** The threads that live now, by their numbers; empty where they aren't reported. */
  public static Map<Long, Used> all(long pid) {
    Map<Long, Used> all = new HashMap<>();
    for (long thread : ids(pid)) {
      stat(pid, thread)
          .ifPresent(
              line -> {
                ProcStat stat = ProcStat.parse(line);
                all.put(
                    thread,
                    new Used(
                        ProcStat.nameIn(line),
                        stat.ownCpuSeconds() - stat.kernelSeconds(),
                        stat.kernelSeconds()));
              });
    }
    return all;
  }

  /** The numbers of the threads that live now; none where they aren't reported. */
  public static Set<Long> ids(long pid) {
    try (Stream<Path> threads = Files.list(tasks(pid))) {
      return threads
          .map(thread -> Long.valueOf(thread.getFileName().toString()))
          .collect(Collectors.toSet());
    } catch (IOException | UncheckedIOException e) {
      // The process has ended, or the platform has no such directory.
      return Set.of();
    }
  }

  /** The line that the kernel has of a thread, as {@link ProcStat} parses it; empty if it ended. */
  public static Optional<String> stat(long pid, long thread) {
    return read(pid, thread, "stat");
  }

  /** The lines that the kernel has of a thread under {@code status}; empty if it ended. */
  public static Optional<String> status(long pid, long thread) {
    return read(pid, thread, "status");
  }

  private static Optional<String> read(long pid, long thread, String file) {
    try {
      return Optional.of(Files.readString(tasks(pid).resolve(Long.toString(thread)).resolve(file)));
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  private static Path tasks(long pid) {
    return Path.of("/proc", Long.toString(pid), "task");
  }
}
