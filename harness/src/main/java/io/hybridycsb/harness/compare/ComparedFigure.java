package io.hybridycsb.harness.compare;

import java.util.Optional;
import java.util.OptionalDouble;

/**
 * One figure of one point in both results.
 *
 * @param decides whether it can make its point a regression
 */
record ComparedFigure(
    Measure measure, Optional<Sample> a, Optional<Sample> b, boolean decides, Verdict verdict) {

  /** Of a figure that at least one of the two has. */
  static ComparedFigure of(Measure measure, Optional<Sample> a, Optional<Sample> b, Bounds bounds) {
    return new ComparedFigure(
        measure, a, b, bounds.decides(measure), verdict(measure, a, b, bounds.of(measure)));
  }

  private static Verdict verdict(
      Measure measure, Optional<Sample> a, Optional<Sample> b, double bound) {
    if (a.isEmpty()) {
      return Verdict.ONLY_IN_B;
    }
    if (b.isEmpty()) {
      return Verdict.ONLY_IN_A;
    }
    double change = changePercent(a.get(), b.get());
    if (Math.abs(change) <= bound) {
      return Verdict.SAME;
    }
    if (a.get().overlaps(b.get())) {
      return Verdict.WITHIN_SPREAD;
    }
    return change > 0 == measure.moreIsBetter() ? Verdict.BETTER : Verdict.WORSE;
  }

  /** From A to B in percent of A, infinite from 0 on; empty if one of them hasn't got it. */
  OptionalDouble changePercent() {
    return a.isPresent() && b.isPresent()
        ? OptionalDouble.of(changePercent(a.get(), b.get()))
        : OptionalDouble.empty();
  }

  private static double changePercent(Sample a, Sample b) {
    return a.value() == b.value() ? 0 : (b.value() - a.value()) * 100 / a.value();
  }
}
