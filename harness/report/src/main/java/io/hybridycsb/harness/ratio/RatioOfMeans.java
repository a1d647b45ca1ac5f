package io.hybridycsb.harness.ratio;

import java.util.List;
import java.util.OptionalInt;
import org.apache.commons.statistics.distribution.TDistribution;

/**
 * How many times A's mean B's mean is: its logarithm with a standard error, from the repeats of
 * both.
 *
 * <p>The logarithm of the ratio of two means has the variance {@code sA²/(nA mA²) + sB²/(nB mB²)}.
 * Source: Hedges, Gurevitch and Curtis, The meta-analysis of response ratios in experimental
 * ecology, Ecology 80(4), 1999, equation 1. Its quantiles are those of t with Welch's degrees of
 * freedom (Welch, The generalization of "Student's" problem, Biometrika 34, 1947), but with no more
 * than two samples of the smaller size have: Welch's own take two repeats beside twenty for many,
 * and then the rate of false alarms at a corrected level was 40 times the stated one.
 *
 * <p>Chosen by simulation of 2 to 20 repeats with deviations of 2 to 15 % of the mean, normal and
 * log-normal. If A and B have as many repeats, or deviate alike, 94 to 98 of 100 intervals of 95 %
 * hold the true ratio. At worst 91 do, where two repeats beside twenty deviate three times as much.
 * Fieller's interval holds it as often, but has no ends if two repeats differ by a tenth. With n-1
 * degrees of freedom (Cochran and Cox) more intervals hold it, but three repeats show hardly any
 * difference. A deviation that A and B share finds most, and is wrong if they deviate unlike.
 *
 * @param log natural logarithm of the ratio
 * @param change the ratio in percent more than 1, infinite if A's mean is 0
 * @param error standard error of the logarithm, above 0
 * @param perRepeat variance of the logarithm with one repeat of each
 */
public record RatioOfMeans(
    double log, double change, double error, double perRepeat, double freedom, int smaller) {
  /** The share of intervals that don't hold the true ratio. */
  public static final double ALPHA = 0.05;

  /** More repeats than so many aren't proposed. */
  public static final int REPEATS_MAX = 50;

  /** How often that many repeats decide, if the means and deviations so far are the true ones. */
  private static final double POWER = 0.8;

  /** Of samples of at least two repeats each. */
  public static RatioOfMeans of(Sample a, Sample b) {
    double ofA = a.relativeVariance();
    double ofB = b.relativeVariance();
    double meanA = ofA / a.runs();
    double meanB = ofB / b.runs();
    double both = meanA + meanB;
    double welch = both * both / (meanA * meanA / (a.runs() - 1) + meanB * meanB / (b.runs() - 1));
    int smaller = Math.min(a.runs(), b.runs());
    return new RatioOfMeans(
        Math.log(b.atLeastResolution() / a.atLeastResolution()),
        changePercent(a, b),
        Math.sqrt(both),
        ofA + ofB,
        Math.min(welch, 2 * (smaller - 1)),
        smaller);
  }

  /**
   * The level of each of many single tests: what is at most as probable was no chance. At most one
   * comparison in twenty finds a false change (Holm, A simple sequentially rejective multiple test
   * procedure, Scandinavian Journal of Statistics 6, 1979).
   *
   * @param probabilities of what was observed, if there is nothing to find
   */
  public static double level(List<Double> probabilities) {
    int left = probabilities.size();
    for (double probability : probabilities.stream().sorted().toList()) {
      if (probability > ALPHA / left) {
        return ALPHA / left;
      }
      left--;
    }
    return ALPHA;
  }

  /** From A's mean to B's in percent of A's, infinite from 0 on. */
  public static double changePercent(Sample a, Sample b) {
    return a.mean() == b.mean() ? 0 : (b.mean() - a.mean()) * 100 / a.mean();
  }

  /** The lower end of the interval of 95 %, in percent of A's mean: -100 or more. */
  public double low() {
    return low(ALPHA);
  }

  /** The upper end of the interval of 95 %, in percent of A's mean; can be infinite. */
  public double high() {
    return high(ALPHA);
  }

  /** The lower end of an interval that misses the true ratio with this probability. */
  public double low(double alpha) {
    return Math.min(change, percent(log - quantile(alpha / 2) * error));
  }

  /** The upper end of such an interval. */
  public double high(double alpha) {
    return Math.max(change, percent(log + quantile(alpha / 2) * error));
  }

  /** Whether the interval of 95 % lies within the bound, in percent either way. */
  public boolean within(double bound) {
    return tail(Math.min(log - lowest(bound), highest(bound) - log)) <= ALPHA / 2;
  }

  /**
   * The probability to observe as much, in either direction, if the true change is no more than the
   * bound; 1 if that much wasn't observed.
   */
  public double beyond(double bound) {
    return Math.min(1, 2 * tail(Math.max(lowest(bound) - log, log - highest(bound))));
  }

  /**
   * How many repeats of each would decide in four of five cases, if means and deviations are as in
   * those so far.
   *
   * @param level at which a change beyond the bound is one
   * @return empty if more than {@value #REPEATS_MAX}
   */
  public OptionalInt repeatsToDecide(double bound, double level) {
    double toLowest = Math.abs(log - lowest(bound));
    double distance = Math.min(toLowest, Math.abs(log - highest(bound)));
    double needed = log < lowest(bound) || log > highest(bound) ? level : ALPHA;
    for (int repeats = 2; repeats <= REPEATS_MAX; repeats++) {
      TDistribution t = TDistribution.of(freedomWith(repeats));
      double sum =
          t.inverseSurvivalProbability(needed / 2) + t.inverseSurvivalProbability(1 - POWER);
      if (sum * Math.sqrt(perRepeat / repeats) <= distance) {
        return OptionalInt.of(repeats);
      }
    }
    return OptionalInt.empty();
  }

  /** As many for each repeat as in the repeats so far. */
  private double freedomWith(int repeats) {
    return freedom / (smaller - 1) * (repeats - 1);
  }

  /** The probability that the logarithm is observed so far above the true one, or farther. */
  private double tail(double distance) {
    return TDistribution.of(freedom).survivalProbability(distance / error);
  }

  private double quantile(double beyond) {
    return TDistribution.of(freedom).inverseSurvivalProbability(beyond);
  }

  private static double lowest(double bound) {
    return bound >= 100 ? Double.NEGATIVE_INFINITY : Math.log1p(-bound / 100);
  }

  private static double highest(double bound) {
    return Math.log1p(bound / 100);
  }

  private static double percent(double logarithm) {
    return Math.expm1(logarithm) * 100;
  }
}
