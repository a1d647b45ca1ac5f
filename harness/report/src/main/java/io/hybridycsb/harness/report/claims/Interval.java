package io.hybridycsb.harness.report.claims;

import io.hybridycsb.harness.ratio.RatioOfMeans;
import io.hybridycsb.harness.ratio.Sample;
import io.hybridycsb.harness.report.chart.Numbers;
import io.hybridycsb.harness.results.Spread;

/** A ratio of two means with its interval; upper ends can be infinite. */
record Interval(double ratio, double low, double high) {
  /**
   * Of samples of at least two repeats each. With one test it is the interval of 95 %. With more it
   * is wider, so that all of them together miss a true ratio once in twenty (Bonferroni).
   *
   * @param exact whether repeats that are all equal leave nothing to chance
   */
  static Interval of(Sample above, Sample below, boolean exact, int tests) {
    boolean bothZero = above.repeats().max() == 0 && below.repeats().max() == 0;
    if (bothZero || (exact && isPoint(above.repeats()) && isPoint(below.repeats()))) {
      double ratio = bothZero ? 1 : above.mean() / below.mean();
      return new Interval(ratio, ratio, ratio);
    }
    double alpha = RatioOfMeans.ALPHA / tests;
    RatioOfMeans ratio = RatioOfMeans.of(below, above);
    return new Interval(times(ratio.change()), times(ratio.low(alpha)), times(ratio.high(alpha)));
  }

  private static boolean isPoint(Spread repeats) {
    return repeats.min() == repeats.max();
  }

  private static double times(double percentMore) {
    return 1 + percentMore / 100;
  }

  /** For readers. */
  String text() {
    return "%s (%s to %s)".formatted(text(ratio), text(low), text(high));
  }

  static String text(double ratio) {
    return Double.isInfinite(ratio) ? "∞" : Numbers.text(ratio);
  }
}
