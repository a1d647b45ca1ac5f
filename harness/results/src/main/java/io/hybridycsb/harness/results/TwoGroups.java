package io.hybridycsb.harness.results;

import java.util.List;
import java.util.Optional;

/**
 * Repeated measurements that look like two groups, as where a system has two ways to work: a mean
 * tells of neither. Either group may be a single measurement.
 */
public record TwoGroups(Spread lower, Spread upper) {
  /** Of three measurements one nearly always lies apart from the others. */
  private static final int COUNT_MIN = 4;

  /**
   * The gap between the groups is so many times the deviation within them. Of four to ten
   * measurements with a normal distribution and a deviation of 5 %, at most one sample in ten looks
   * like that. With a deviation of 10 %, one sample in three does if it has four measurements, and
   * one in twenty if it has ten.
   */
  private static final double DEVIATIONS_MIN = 3;

  /**
   * Parts measurements at their widest gap; empty unless that is wider than a tenth of the mean,
   * and than three times the deviation within the groups.
   */
  public static Optional<TwoGroups> of(Spread all) {
    if (all.count() < COUNT_MIN) {
      return Optional.empty();
    }
    List<Double> values = all.values();
    int split = 1;
    for (int i = 2; i < values.size(); i++) {
      split = gap(values, i) > gap(values, split) ? i : split;
    }
    Spread lower = new Spread(values.subList(0, split));
    Spread upper = new Spread(values.subList(split, values.size()));
    double within = Math.sqrt((lower.sumOfSquares() + upper.sumOfSquares()) / (values.size() - 2));
    double least = Math.max(Repeats.SPREAD_MAX * all.mean(), DEVIATIONS_MIN * within);
    return gap(values, split) > least ? Optional.of(new TwoGroups(lower, upper)) : Optional.empty();
  }

  /** Between a value and the one before it. */
  private static double gap(List<Double> values, int index) {
    return values.get(index) - values.get(index - 1);
  }
}
