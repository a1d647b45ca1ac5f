package io.hybridycsb.harness.compare;

import io.hybridycsb.harness.ratio.RatioOfMeans;
import io.hybridycsb.harness.ratio.Sample;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;

/**
 * One figure of one point in both results.
 *
 * @param bound the change in percent that is none yet
 * @param decides whether it can make its point a regression
 * @param ratio of B's mean to A's; empty unless both have two repeats
 * @param level at which a change beyond the bound is one
 */
record ComparedFigure(
    Measure measure,
    Optional<Sample> a,
    Optional<Sample> b,
    double bound,
    boolean decides,
    Optional<RatioOfMeans> ratio,
    double level) {

  /** Of a figure that at least one of the two has, as if it were the only one. */
  static ComparedFigure of(Measure measure, Optional<Sample> a, Optional<Sample> b, Bounds bounds) {
    Optional<RatioOfMeans> ratio =
        a.filter(ComparedFigure::repeated)
            .flatMap(
                inA -> b.filter(ComparedFigure::repeated).map(inB -> RatioOfMeans.of(inA, inB)));
    return new ComparedFigure(
        measure, a, b, bounds.of(measure), bounds.decides(measure), ratio, RatioOfMeans.ALPHA);
  }

  private static boolean repeated(Sample sample) {
    return sample.runs() > 1;
  }

  /** The level for each of these figures, of which all that decide may be wrong by chance. */
  static double level(List<ComparedFigure> figures) {
    return RatioOfMeans.level(
        figures.stream()
            .filter(ComparedFigure::decides)
            .flatMap(figure -> figure.ratio.map(ratio -> ratio.beyond(figure.bound)).stream())
            .toList());
  }

  /** The same as one of many. A figure that doesn't decide is always judged alone. */
  ComparedFigure at(double corrected) {
    return decides ? new ComparedFigure(measure, a, b, bound, true, ratio, corrected) : this;
  }

  Verdict verdict() {
    if (a.isEmpty()) {
      return Verdict.ONLY_IN_B;
    }
    if (b.isEmpty()) {
      return Verdict.ONLY_IN_A;
    }
    return ratio.map(this::verdict).orElse(Verdict.SINGLE_RUN);
  }

  private Verdict verdict(RatioOfMeans change) {
    if (change.beyond(bound) <= level) {
      return change.log() > 0 == measure.moreIsBetter() ? Verdict.BETTER : Verdict.WORSE;
    }
    return change.within(bound) ? Verdict.SAME : Verdict.UNDECIDED;
  }

  /** From A to B in percent of A, infinite from 0 on; empty if one of them hasn't got it. */
  OptionalDouble changePercent() {
    return a.isPresent() && b.isPresent()
        ? OptionalDouble.of(RatioOfMeans.changePercent(a.get(), b.get()))
        : OptionalDouble.empty();
  }

  /** Whether it is 0 in all repeats of both, so that its interval is of nothing but resolution. */
  boolean isZeroInBoth() {
    return a.stream().allMatch(sample -> sample.mean() == 0)
        && b.stream().allMatch(sample -> sample.mean() == 0);
  }

  /** How many repeats of each would likely decide; empty if more than are proposed. */
  OptionalInt repeatsToDecide() {
    return ratio.map(change -> change.repeatsToDecide(bound, level)).orElse(OptionalInt.empty());
  }
}
