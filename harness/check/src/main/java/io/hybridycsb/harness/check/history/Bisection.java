package io.hybridycsb.harness.check.history;

import java.util.function.IntPredicate;

/** Finds where a property begins to hold. */
public final class Bisection {
  private Bisection() {}

  /**
   * The first number from {@code from} on for which the property holds; {@code to} if it holds for
   * none below that.
   *
   * @param holds for every number above one for which it holds, too
   */
  public static int first(int from, int to, IntPredicate holds) {
    int low = from;
    int high = to;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (holds.test(middle)) {
        high = middle;
      } else {
        low = middle + 1;
      }
    }
    return low;
  }
}
