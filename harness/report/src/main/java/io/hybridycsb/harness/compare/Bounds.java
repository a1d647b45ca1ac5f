package io.hybridycsb.harness.compare;

import io.hybridycsb.harness.UsageException;
import java.util.OptionalDouble;

/**
 * The changes from which on a figure isn't the same any more.
 *
 * @param percent of throughput and CPU time, which always decide
 * @param latencyPercent of latencies; empty if they don't decide
 */
public record Bounds(double percent, OptionalDouble latencyPercent) {
  private static final double PERCENT_MAX = 1000;

  /**
   * The number of a text such as 10% or 2.5.
   *
   * @throws UsageException if it is none, or out of bounds
   */
  public static double percentOf(String text) {
    String number = text.strip().replaceFirst("\\s*%$", "");
    if (!number.matches("\\d{1,4}(\\.\\d{1,6})?") || Double.parseDouble(number) > PERCENT_MAX) {
      throw new UsageException(
          "a bound is a percentage from 0 to 1000, such as 10%%: '%s' is none".formatted(text));
    }
    return Double.parseDouble(number);
  }

  boolean decides(Measure measure) {
    return !measure.latency() || latencyPercent.isPresent();
  }

  double of(Measure measure) {
    return measure.latency() ? latencyPercent.orElse(percent) : percent;
  }
}
