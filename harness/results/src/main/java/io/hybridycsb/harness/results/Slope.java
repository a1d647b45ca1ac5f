package io.hybridycsb.harness.results;

import java.util.List;
import java.util.Optional;
import org.apache.commons.statistics.distribution.TDistribution;

/**
 * The slope of the straight line with the least squares, with its 95 % confidence interval by
 * Student's t. It takes the points' deviations from the line for independent.
 */
public record Slope(double perUnit, double low, double high) {
  /** What lies beyond a confidence interval of 95 % on either side. */
  private static final double BEYOND = 0.025;

  /** With fewer points there is no deviation from a line. */
  private static final int POINTS_MIN = 3;

  /** A measured value. */
  public record Point(double x, double y) {}

  /** What a slope says. */
  public enum Verdict {
    RISES("rises"),
    FALLS("falls"),
    LEVEL("level within its interval");

    private final String words;

    Verdict(String words) {
      this.words = words;
    }

    @Override
    public String toString() {
      return words;
    }
  }

  /** Empty for fewer than three points, or if all have one x. */
  public static Optional<Slope> of(List<Point> points) {
    int count = points.size();
    double meanX = points.stream().mapToDouble(Point::x).average().orElse(0);
    double meanY = points.stream().mapToDouble(Point::y).average().orElse(0);
    double squares = points.stream().mapToDouble(p -> Math.pow(p.x - meanX, 2)).sum();
    if (count < POINTS_MIN || squares == 0) {
      return Optional.empty();
    }
    double slope = points.stream().mapToDouble(p -> (p.x - meanX) * (p.y - meanY)).sum() / squares;
    double left =
        points.stream().mapToDouble(p -> Math.pow(p.y - meanY - slope * (p.x - meanX), 2)).sum();
    double error = Math.sqrt(left / (count - 2) / squares);
    double reach = TDistribution.of(count - 2).inverseSurvivalProbability(BEYOND) * error;
    return Optional.of(new Slope(slope, slope - reach, slope + reach));
  }

  /** Level if the interval holds 0. */
  public Verdict verdict() {
    if (low > 0) {
      return Verdict.RISES;
    }
    return high < 0 ? Verdict.FALLS : Verdict.LEVEL;
  }
}
