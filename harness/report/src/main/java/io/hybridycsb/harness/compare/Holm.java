package io.hybridycsb.harness.compare;

import java.util.List;

/**
 * Makes many tests at once. At most one comparison in twenty finds a false one (Holm, A simple
 * sequentially rejective multiple test procedure, Scandinavian Journal of Statistics 6, 1979).
 */
final class Holm {
  private Holm() {}

  /**
   * The level of each single test: what is at most as probable was no chance.
   *
   * @param probabilities of what was observed, if there is nothing to find
   */
  static double level(List<Double> probabilities) {
    int left = probabilities.size();
    for (double probability : probabilities.stream().sorted().toList()) {
      if (probability > RatioOfMeans.ALPHA / left) {
        return RatioOfMeans.ALPHA / left;
      }
      left--;
    }
    return RatioOfMeans.ALPHA;
  }
}
