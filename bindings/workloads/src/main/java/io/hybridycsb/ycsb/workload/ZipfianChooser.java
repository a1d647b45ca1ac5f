package io.hybridycsb.ycsb.workload;

import java.util.random.RandomGenerator;

/**
 * Chooses records, numbered from 0: uniformly, or by a Zipfian distribution, in which record k is
 * chosen with a probability proportional to (k + 1)^-theta. Unlike YCSB's own, it takes a theta of
 * 1 (SIGMOD'21, figures 6 and 9) and above.
 *
 * <p>Hörmann and Derflinger, "Rejection-inversion to generate variates from monotone discrete
 * distributions", 1996: a point below the integral of x^-theta is inverted, and rejected if it lies
 * above the distribution's step. Fewer than one in five are, and nothing is computed for each
 * record.
 */
final class ZipfianChooser implements RecordChooser {
  /** The largest that is told from choosing the first record always. */
  static final int THETA_MAX = 10;

  private final int count;
  private final double theta;
  private final double top;
  private final double bottom;
  private final double alwaysTaken;

  /**
   * A Zipfian distribution; uniform if theta is 0.
   *
   * @param count of records, 1 or more
   * @param theta from 0 to {@link #THETA_MAX}
   */
  ZipfianChooser(int count, double theta) {
    this.count = count;
    this.theta = theta;
    top = integral(1.5) - 1;
    bottom = integral(count + 0.5);
    alwaysTaken = 2 - inverse(integral(2.5) - weight(2));
  }

  @Override
  public int next(RandomGenerator random) {
    if (theta == 0) {
      return random.nextInt(count);
    }
    while (true) {
      double area = bottom + random.nextDouble() * (top - bottom);
      double x = inverse(area);
      long rank = Math.max(1, Math.min(count, Math.round(x)));
      if (rank - x <= alwaysTaken || area >= integral(rank + 0.5) - weight(rank)) {
        return (int) rank - 1;
      }
    }
  }

  private double weight(double x) {
    return Math.exp(-theta * Math.log(x));
  }

  /** Of x^-theta, from 1 to x. */
  private double integral(double x) {
    double log = Math.log(x);
    double exponent = (1 - theta) * log;
    return Math.abs(exponent) < 1e-8 ? log : Math.expm1(exponent) / (1 - theta);
  }

  private double inverse(double area) {
    double product = area * (1 - theta);
    double scaled = Math.abs(product) < 1e-8 ? area : Math.log1p(product) / (1 - theta);
    return Math.exp(scaled);
  }
}
