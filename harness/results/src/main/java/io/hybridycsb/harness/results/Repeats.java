package io.hybridycsb.harness.results;

import java.util.OptionalInt;
import java.util.SortedMap;

/**
 * How many repeats make a point: those that were asked for, and more if they disagree. None is ever
 * dropped. A repeat is a run of its own. What is known of a point is the mean over all repeats and
 * the confidence interval of that mean (Georges et al., OOPSLA'07, of invocations of a JVM).
 *
 * <p>Repeats disagree if they differ by more than a tenth of their mean, and the confidence
 * interval reaches farther than a tenth to both sides of it. The least and the greatest only move
 * apart; the interval narrows, so that more repeats end it although one of them lies apart. With
 * normal noise the mean stays right. Where a system seldom has a second, slower way to work, the
 * mean comes out up to 2 % too high, since points that have shown it get more runs.
 */
public final class Repeats {
  /** The greatest distance between a point's repeats, as a share of their mean. */
  public static final double SPREAD_MAX = 0.10;

  /** A point has at most so many times the repeats that were asked for. */
  public static final int TIMES_MAX = 2;

  private Repeats() {}

  /**
   * The repeat that a point still needs, because those that it has disagree.
   *
   * @param throughputs of the repeats that succeeded, by their number, from 1
   * @param asked how many repeats were asked for
   * @return empty if they agree, if one that was asked for is missing, or if there were enough
   */
  public static OptionalInt next(SortedMap<Integer, Double> throughputs, int asked) {
    if (throughputs.headMap(asked + 1).size() < asked || throughputs.size() < 2) {
      return OptionalInt.empty();
    }
    int newest = throughputs.lastKey();
    return disagree(new Spread(throughputs.values().stream().toList()))
            && newest < TIMES_MAX * asked
        ? OptionalInt.of(newest + 1)
        : OptionalInt.empty();
  }

  private static boolean disagree(Spread spread) {
    return spread.relativeRange() > SPREAD_MAX && spread.relativeError() > SPREAD_MAX;
  }
}
