package io.hybridycsb.harness.results;

import java.util.List;

/** Student's t distribution, as far as confidence intervals of 95 % need it. */
final class StudentT {
  /** NIST/SEMATECH e-Handbook of Statistical Methods, 1.3.6.7.2; from one degree of freedom on. */
  private static final List<Double> QUANTILES_975 =
      List.of(
          12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179,
          2.160, 2.145, 2.131, 2.120, 2.110, 2.101, 2.093, 2.086, 2.080, 2.074, 2.069, 2.064, 2.060,
          2.056, 2.052, 2.048, 2.045, 2.042);

  private StudentT() {}

  /**
   * Its quantile at 0.975.
   *
   * @param degrees of freedom, at least 1; for more than 30 the quantile of 30 is taken, which is
   *     at most 5 % too large
   */
  static double quantile975(int degrees) {
    return QUANTILES_975.get(Math.min(degrees, QUANTILES_975.size()) - 1);
  }
}
