package io.hybridycsb.harness.results;

import java.util.List;
import java.util.OptionalInt;
import java.util.SortedMap;

/**
 * How many repeats make a point. A point whose repeats differ by more than a tenth is repeated, and
 * the last ones count: as many as were asked for, one after the other. That is how iterations of a
 * JVM are chosen (Georges et al., OOPSLA'07, section 3.3), here with the range instead of the
 * deviation.
 */
public final class Repeats {
  /** The greatest distance between a point's repeats, as a share of their mean. */
  public static final double SPREAD_MAX = 0.10;

  /** A point has at most so many times the repeats that were asked for. */
  public static final int TIMES_MAX = 2;

  private Repeats() {}

  /** The distance between least and greatest as a share of the mean; 0 for one value or none. */
  public static double spread(List<Double> values) {
    var all = values.stream().mapToDouble(Double::doubleValue).summaryStatistics();
    return values.size() < 2 || all.getAverage() == 0
        ? 0
        : (all.getMax() - all.getMin()) / all.getAverage();
  }

  /**
   * Whether a repeat is one of the last ones, which make the point.
   *
   * @param newest the number of the point's newest repeat
   * @param asked how many repeats were asked for; 0: all make the point
   */
  public static boolean counts(int repeat, int newest, int asked) {
    return asked == 0 || repeat > newest - asked;
  }

  /**
   * The repeat that a point still needs, because those that it has don't agree.
   *
   * @param throughputs of the repeats that succeeded, by their number
   * @param asked how many repeats were asked for
   * @return empty if they agree, if one that was asked for is missing, or if there were enough
   */
  public static OptionalInt next(SortedMap<Integer, Double> throughputs, int asked) {
    if (throughputs.size() < asked || throughputs.isEmpty()) {
      return OptionalInt.empty();
    }
    int newest = throughputs.lastKey();
    List<Double> last = List.copyOf(throughputs.tailMap(newest - asked + 1).values());
    return spread(last) > SPREAD_MAX && newest < TIMES_MAX * asked
        ? OptionalInt.of(newest + 1)
        : OptionalInt.empty();
  }
}
