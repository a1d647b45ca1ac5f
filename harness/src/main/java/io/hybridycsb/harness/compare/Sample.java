package io.hybridycsb.harness.compare;

import io.hybridycsb.harness.results.Spread;

/**
 * A figure of one point, over its repeats that count.
 *
 * @param value of all repeats together
 * @param min the least of a single repeat
 * @param max the greatest of a single repeat
 */
record Sample(double value, double min, double max, int runs) {
  /** The mean of the repeats. */
  static Sample mean(Spread spread) {
    return new Sample(spread.mean(), spread.min(), spread.max(), spread.count());
  }

  boolean overlaps(Sample other) {
    return min <= other.max && other.min <= max;
  }
}
