package io.hybridycsb.ycsb.workload;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
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
public final class RecordChooser {
  /** The largest that is told from choosing the first record always. */
  static final int THETA_MAX = 10;

  /** To find different records, for each. */
  private static final int TRIES = 1000;

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
  RecordChooser(int count, double theta) {
    this.count = count;
    this.theta = theta;
    top = integral(1.5) - 1;
    bottom = integral(count + 0.5);
    alwaysTaken = 2 - inverse(integral(2.5) - weight(2));
  }

  /** A record's number, from 0 on. */
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

  /**
   * Different records, in the order in which they were chosen. If the first few are chosen nearly
   * always, the rest is filled up with those most likely.
   *
   * @param size at most the number of records
   */
  List<Integer> distinct(RandomGenerator random, int size) {
    Set<Integer> chosen = new LinkedHashSet<>();
    for (int i = 0; chosen.size() < size && i < size * TRIES; i++) {
      chosen.add(next(random));
    }
    for (int record = 0; chosen.size() < size; record++) {
      chosen.add(record);
    }
    return List.copyOf(chosen);
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
