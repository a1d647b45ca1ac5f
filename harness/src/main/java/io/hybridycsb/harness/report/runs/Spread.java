package io.hybridycsb.harness.report.runs;

import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.Optional;

/**
 * Statistics of repeated measurements.
 *
 * @param deviation standard deviation of the sample; 0 for a single measurement
 */
public record Spread(int count, double mean, double min, double max, double deviation) {
  /** Of these measurements; empty if there are none. */
  public static Optional<Spread> of(List<Double> values) {
    if (values.isEmpty()) {
      return Optional.empty();
    }
    DoubleSummaryStatistics all =
        values.stream().mapToDouble(Double::doubleValue).summaryStatistics();
    int count = values.size();
    double mean = all.getAverage();
    double squares = values.stream().mapToDouble(value -> Math.pow(value - mean, 2)).sum();
    double deviation = count == 1 ? 0 : Math.sqrt(squares / (count - 1));
    return Optional.of(new Spread(count, mean, all.getMin(), all.getMax(), deviation));
  }

  /** The distance between the extremes, as a share of the mean. */
  public double relativeRange() {
    return mean == 0 ? 0 : (max - min) / mean;
  }
}
