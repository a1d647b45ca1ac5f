package io.hybridycsb.harness.process;

import io.hybridycsb.harness.files.Attempt;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What a thread has used since it started, by Linux's {@code /proc/PID/task} (proc(5)).
 *
 * @param id its number, which another thread may get when it has ended
 * @param name the first 15 bytes of its name
 * @param startTicks when it started
 */
public record ThreadUse(long id, String name, long startTicks, double cpuSeconds) {
  /** HotSpot's names of just-in-time compilers, as the kernel cuts them. */
  private static final String COMPILERS = "C[12] Compiler.*";

  /** The threads of a process that live now; none where they aren't reported. */
  public static List<ThreadUse> ofProcess(long pid) {
    return ids(pid).stream().flatMap(thread -> of(pid, thread).stream()).toList();
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

  /** One thread; empty if it has ended. */
  public static Optional<ThreadUse> of(long pid, long thread) {
    return read(pid, thread, "stat").map(ThreadUse::parse);
  }

  /**
   * The thread that a line tells of.
   *
   * @param line of {@code /proc/PID/task/NUMBER/stat}
   */
  public static ThreadUse parse(String line) {
    ProcStat stat = ProcStat.parse(line);
    return new ThreadUse(
        Long.parseLong(line.substring(0, line.indexOf(' '))),
        line.substring(line.indexOf('(') + 1, line.lastIndexOf(')')),
        stat.startTicks(),
        stat.cpuSeconds());
  }

  /** The lines that the kernel has of a thread under {@code status}; empty if it ended. */
  public static Optional<String> status(long pid, long thread) {
    return read(pid, thread, "status");
  }

  private static Optional<String> read(long pid, long thread, String file) {
    Path ofThread = tasks(pid).resolve(Long.toString(thread));
    return Attempt.maybe(() -> Files.readString(ofThread.resolve(file)));
  }

  private static Path tasks(long pid) {
    return Path.of("/proc", Long.toString(pid), "task");
  }

  /** Whether it is a JVM's just-in-time compiler. */
  public boolean isCompiler() {
    return name.matches(COMPILERS);
  }
}
