package io.hybridycsb.ycsb.workload.load;

import java.io.PrintStream;
import java.util.Arrays;

/**
 * How many operations were due in each second, and how many of them were sent over a second late,
 * or not at all. For any number of threads.
 */
final class Offered {
  private static final int DAYS_MAX = 31;
  private static final int SECONDS_MAX = DAYS_MAX * 86_400;

  private long[] due = new long[64];
  private long[] late = new long[64];

  /** An operation that was due at a second since the start. */
  synchronized void add(double second, boolean isLate) {
    int at = (int) Math.max(0, Math.min(SECONDS_MAX, second));
    if (at >= due.length) {
      int length = Math.max(at + 1, 2 * due.length);
      due = Arrays.copyOf(due, length);
      late = Arrays.copyOf(late, length);
    }
    due[at]++;
    late[at] += isLate ? 1 : 0;
  }

  /**
   * Prints them as YCSB prints its results: {@code [OFFERED], Due=17, 1234}.
   *
   * @param startMs the start, in milliseconds since 1970
   */
  synchronized void print(long startMs, PrintStream out) {
    out.println("[OFFERED], StartMs, " + startMs);
    for (int second = 0; second < due.length; second++) {
      if (due[second] > 0) {
        out.println("[OFFERED], Due=" + second + ", " + due[second]);
      }
      if (late[second] > 0) {
        out.println("[OFFERED], Late=" + second + ", " + late[second]);
      }
    }
  }
}
