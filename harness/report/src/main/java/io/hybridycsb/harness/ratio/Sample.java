package io.hybridycsb.harness.ratio;

import io.hybridycsb.harness.results.Spread;
import java.util.List;
import java.util.Optional;

/**
 * A figure of one point, over its repeats that count.
 *
 * @param value of all repeats together, for readers
 * @param repeats the figure of each repeat, which the comparison goes by
 * @param resolution the least difference that the figure of a repeat can show, above 0
 */
public record Sample(double value, Spread repeats, double resolution) {
  /** Its value is the mean; empty without repeats. */
  public static Optional<Sample> mean(List<Double> repeats, double resolution) {
    return Spread.of(repeats).map(spread -> new Sample(spread.mean(), spread, resolution));
  }

  public int runs() {
    return repeats.count();
  }

  public double mean() {
    return repeats.mean();
  }

  /** The mean, or the resolution instead of a mean of 0. */
  double atLeastResolution() {
    return Math.max(mean(), resolution);
  }

  /**
   * The square of the deviation as a share of the mean. Equal repeats deviate too, by less than is
   * shown: at least by the resolution divided by the root of 12 (JCGM 100:2008, Guide to the
   * expression of uncertainty in measurement, F.2.2.1).
   */
  double relativeVariance() {
    double variance = repeats.deviation() * repeats.deviation();
    double floor = resolution * resolution / 12;
    return Math.max(variance, floor) / (atLeastResolution() * atLeastResolution());
  }
}
