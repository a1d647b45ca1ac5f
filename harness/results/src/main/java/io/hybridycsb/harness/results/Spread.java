package io.hybridycsb.harness.results;

import java.util.Collection;
import java.util.List;
import java.util.Optional;
import org.apache.commons.statistics.distribution.TDistribution;

/**
 * Statistics of repeated measurements.
 *
 * @param values at least one, the least first
 */
public record Spread(List<Double> values) {
  /** What lies beyond a confidence interval of 95 % on either side. */
  private static final double BEYOND = 0.025;

  public Spread {
    values = values.stream().sorted().toList();
  }

  /** Of these measurements; empty if there are none. */
  public static Optional<Spread> of(Collection<Double> values) {
    return values.isEmpty() ? Optional.empty() : Optional.of(new Spread(List.copyOf(values)));
  }

  public int count() {
    return values.size();
  }

  public double mean() {
    return values.stream().mapToDouble(Double::doubleValue).summaryStatistics().getAverage();
  }

  public double min() {
    return values.get(0);
  }

  public double max() {
    return values.get(count() - 1);
  }

  /** Standard deviation of the sample; 0 for a single measurement. */
  public double deviation() {
    return count() == 1 ? 0 : Math.sqrt(sumOfSquares() / (count() - 1));
  }

  /** Of the distances to the mean. */
  double sumOfSquares() {
    double mean = mean();
    return values.stream().mapToDouble(value -> Math.pow(value - mean, 2)).sum();
  }

  /**
   * Whether it is higher beyond doubt: all of its measurements are above all of the other's. A
   * single one tells nothing of its spread, so that it takes a difference as large as makes repeats
   * unlike.
   */
  public boolean clearlyAbove(Spread other) {
    boolean repeated = count() > 1 && other.count() > 1;
    return min() > other.max() && (repeated || mean() > (1 + Repeats.SPREAD_MAX) * other.mean());
  }

  /** The distance between the extremes, as a share of the mean. */
  public double relativeRange() {
    return mean() == 0 ? 0 : (max() - min()) / mean();
  }

  /**
   * Half the width of the 95 % confidence interval of the mean, by Student's t, as a share of the
   * mean.
   *
   * @throws IllegalStateException for a single measurement, of which there is none
   */
  double relativeError() {
    if (count() == 1) {
      throw new IllegalStateException("one measurement has no confidence interval");
    }
    double t = TDistribution.of(count() - 1).inverseSurvivalProbability(BEYOND);
    double error = t * deviation() / Math.sqrt(count());
    return mean() == 0 ? 0 : error / mean();
  }
}
