package io.hybridycsb.ycsb.workload.load;

import java.util.ArrayList;
import java.util.List;

/**
 * Operations per second over time: straight lines between points. Two points at one second are a
 * jump. Before the first point and after the last one the rate is theirs.
 */
final class Curve {
  /** More than a second's rates of a day. */
  private static final int POINTS_MAX = 100_000;

  private final double[] seconds;
  private final double[] rates;

  /** The operations due before each point. */
  private final double[] before;

  /** A rate at a second. */
  record Point(double second, double rate) {}

  /**
   * @throws IllegalArgumentException if these points are no curve; for people
   */
  Curve(List<Point> points) {
    if (points.isEmpty() || points.size() > POINTS_MAX) {
      throw new IllegalArgumentException(
          "a curve has 1 to %,d points, not %,d".formatted(POINTS_MAX, points.size()));
    }
    seconds = points.stream().mapToDouble(Point::second).toArray();
    rates = points.stream().mapToDouble(Point::rate).toArray();
    before = new double[seconds.length];
    before[0] = rates[0] * seconds[0];
    for (int i = 0; i < seconds.length; i++) {
      if (!(seconds[i] >= (i == 0 ? 0 : seconds[i - 1])) || Double.isInfinite(seconds[i])) {
        throw new IllegalArgumentException(
            "seconds never fall, and are no negative ones; %s does not fit".formatted(seconds[i]));
      }
      if (!(rates[i] >= 0) || Double.isInfinite(rates[i])) {
        throw new IllegalArgumentException("a rate is 0 or more, not " + rates[i]);
      }
      if (i > 0) {
        before[i] = before[i - 1] + (seconds[i] - seconds[i - 1]) * (rates[i - 1] + rates[i]) / 2;
      }
    }
    if (!(before[before.length - 1] > 0)) {
      throw new IllegalArgumentException("the curve asks for no operation at all");
    }
  }

  /**
   * Reads {@code SECOND:RATE SECOND:RATE}.
   *
   * @param factor by which each rate is multiplied
   */
  static Curve parse(String text, double factor) {
    List<Point> points = new ArrayList<>();
    for (String point : text.strip().split("\\s+")) {
      String[] parts = point.split(":", -1);
      try {
        points.add(new Point(Double.parseDouble(parts[0]), factor * Double.parseDouble(parts[1])));
      } catch (NumberFormatException | ArrayIndexOutOfBoundsException e) {
        throw new IllegalArgumentException("not SECOND:RATE: '%s'".formatted(point), e);
      }
    }
    return new Curve(points);
  }

  /** Its length. */
  double seconds() {
    return seconds[seconds.length - 1];
  }

  /** How many operations are due until its end; as many as YCSB can count, if there are more. */
  long operations() {
    return (long) Math.min(Integer.MAX_VALUE, Math.ceil(before[before.length - 1]));
  }

  /**
   * When an operation is due.
   *
   * @param operation its number, from 0 on
   * @return the second; infinite if there are fewer operations
   */
  double due(long operation) {
    int last = seconds.length - 1;
    if (operation <= before[0] && rates[0] > 0) {
      return operation / rates[0];
    }
    if (operation >= before[last]) {
      return rates[last] > 0
          ? seconds[last] + (operation - before[last]) / rates[last]
          : Double.POSITIVE_INFINITY;
    }
    int i = 1;
    int high = last;
    while (i < high) {
      int middle = (i + high) >>> 1;
      if (before[middle] > operation) {
        high = middle;
      } else {
        i = middle + 1;
      }
    }
    double left = operation - before[i - 1];
    double rate = rates[i - 1];
    double root = Math.sqrt(Math.max(0, rate * rate + 2 * slope(i) * left));
    return seconds[i - 1] + (left == 0 ? 0 : 2 * left / (rate + root));
  }

  /** How the rate changes up to a point. */
  private double slope(int point) {
    return (rates[point] - rates[point - 1]) / (seconds[point] - seconds[point - 1]);
  }
}
