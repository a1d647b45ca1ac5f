package io.hybridycsb.harness.flame;

import io.hybridycsb.harness.HarnessException;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import one.profiler.AsyncProfilerLoader;

/** async-profiler in one JVM: how often each stack of each thread was seen on a processor. */
final class Profiler {
  private static final Duration SAMPLED_EVERY = Duration.ofMillis(10);

  private final long pid;
  private final Path stacks;
  private boolean mayRun;

  /**
   * @param scratch where its stacks go
   */
  Profiler(long pid, Path scratch) {
    this.pid = pid;
    this.stacks = scratch.resolve(pid + ".txt");
  }

  static void requireSupport() {
    if (!AsyncProfilerLoader.isSupported()) {
      throw new HarnessException(
          "async-profiler doesn't run here: it takes macOS, or Linux with glibc on x64 or arm64");
    }
  }

  /**
   * Unpacks async-profiler's programs.
   *
   * @param directory an empty one, from which programs may be run
   */
  static void unpack(Path directory) throws IOException {
    AsyncProfilerLoader.setExtractionDirectory(directory);
    AsyncProfilerLoader.getAsyncProfilerPath();
  }

  /** Removes the directory into which the programs were unpacked, with all that is in it. */
  static void remove() throws IOException {
    AsyncProfilerLoader.deleteExtractionDirectory();
  }

  static double seconds(long samples) {
    return samples * SAMPLED_EVERY.toNanos() / 1e9;
  }

  /**
   * Starts it. Where the kernel lends no performance counters, async-profiler takes timers.
   *
   * @param longest when it ends by itself, should nobody be left to stop it
   */
  void start(Duration longest) {
    mayRun = true;
    try {
      String interval = Long.toString(SAMPLED_EVERY.toNanos());
      String timeout = Long.toString(longest.toSeconds());
      run("start", "-e", "cpu", "-i", interval, "--threads", "--timeout", timeout);
    } catch (IOException e) {
      throw new HarnessException(
          "cannot profile process %d; is it a JVM of this user? %s".formatted(pid, reason(e)), e);
    }
  }

  /** Ends it, and returns the file of its stacks, a line each. */
  Path stop() {
    mayRun = false;
    try {
      run("stop", "--threads", "--ann", "--norm", "-o", "collapsed", "-f", stacks.toString());
      return stacks;
    } catch (IOException e) {
      throw new HarnessException(
          "the profile of process %d is lost; has it ended meanwhile? Then take fewer --seconds. %s"
              .formatted(pid, reason(e)),
          e);
    }
  }

  /** Ends it if it may still run, because its stacks are no longer wanted. */
  void giveUp() {
    if (mayRun) {
      mayRun = false;
      try {
        run("stop");
      } catch (IOException e) {
        // The process has ended, or takes no profiler.
        return;
      }
    }
  }

  private void run(String... arguments) throws IOException {
    List<String> all = new ArrayList<>(List.of(arguments));
    all.add(Long.toString(pid));
    AsyncProfilerLoader.executeProfiler(all.toArray(String[]::new));
  }

  private static String reason(IOException e) {
    return String.valueOf(e.getMessage()).replaceAll("\\s+", " ").strip();
  }
}
