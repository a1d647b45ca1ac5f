package io.hybridycsb.harness.report.words;

import io.hybridycsb.harness.results.Repeats;

/**
 * A number of a figure, with the range of its repeats.
 *
 * @param runs how many repeats there were
 */
public record Value(double mean, double low, double high, int runs) {
  /** Of one run. */
  public static Value single(double number) {
    return new Value(number, number, number, 1);
  }

  /**
   * Whether it is higher beyond doubt: all of its repeats are above all of the other's. A single
   * run tells nothing of its spread, so that it takes a difference as large as makes repeats
   * unlike.
   */
  boolean clearlyAbove(Value other) {
    boolean apart = low > other.high;
    boolean repeated = runs > 1 && other.runs > 1;
    return apart && (repeated || mean > (1 + Repeats.SPREAD_MAX) * other.mean);
  }
}
