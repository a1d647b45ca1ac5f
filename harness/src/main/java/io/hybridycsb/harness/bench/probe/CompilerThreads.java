package io.hybridycsb.harness.bench.probe;

import io.hybridycsb.harness.process.ThreadTimes;

/** What the just-in-time compilers of processes on a JVM have used. */
public final class CompilerThreads {
  /** HotSpot's names, as the kernel cuts them. */
  private static final String NAMES = "C[12] Compiler.*";

  private CompilerThreads() {}

  /** Whether a thread of this name is one. */
  public static boolean isOne(String thread) {
    return thread.matches(NAMES);
  }

  /**
   * CPU seconds of a process' compilers since they started; 0 if it has none. A compiler thread
   * that has ended no longer counts.
   */
  public static double seconds(long pid) {
    return ThreadTimes.seconds(pid, NAMES);
  }
}
