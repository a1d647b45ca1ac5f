package io.hybridycsb.harness.report.claims;

import io.hybridycsb.harness.report.chart.Numbers;

/**
 * Where a ratio must lie.
 *
 * @param open whether the least itself lies outside
 * @param most infinite if there is no upper end
 */
record Range(double least, boolean open, double most) {
  /** More than equal. */
  static final Range ABOVE = new Range(1, true, Double.POSITIVE_INFINITY);

  static Range atLeast(double least) {
    return new Range(least, false, Double.POSITIVE_INFINITY);
  }

  /** No farther apart than this factor, whichever is above. */
  static Range within(double factor) {
    return new Range(1 / factor, false, factor);
  }

  boolean holds(Interval interval) {
    return !isBelow(interval.low()) && interval.high() <= most;
  }

  /** Whether the interval lies outside, wholly. */
  boolean misses(Interval interval) {
    return isBelow(interval.high()) || interval.low() > most;
  }

  private boolean isBelow(double ratio) {
    return open ? ratio <= least : ratio < least;
  }

  /** For readers. */
  String text() {
    String from = (open ? "> " : "≥ ") + Numbers.text(least);
    if (Double.isInfinite(most)) {
      return from;
    }
    return least == 0 ? "≤ " + Numbers.text(most) : from + ", ≤ " + Numbers.text(most);
  }
}
