package io.hybridycsb.harness.compare;

import io.hybridycsb.harness.ratio.Sample;
import io.hybridycsb.harness.results.RunResult;
import io.hybridycsb.harness.results.runs.MeasuredPoint;
import io.hybridycsb.harness.results.runs.MeasuredRun;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * One point of an experiment in both results.
 *
 * @param a its runs in A; none if A hasn't got it
 * @param b its runs in B; none if B hasn't got it
 * @param figures of the runs that count; empty unless both have such
 */
record ComparedPoint(
    String experiment,
    MeasuredPoint a,
    MeasuredPoint b,
    List<ComparedFigure> figures,
    Verdict verdict) {

  /** As if it were the only point. */
  static ComparedPoint of(String experiment, MeasuredPoint a, MeasuredPoint b, Bounds bounds) {
    Optional<Verdict> missing = missing(a, b);
    List<ComparedFigure> figures = missing.isPresent() ? List.of() : figures(a, b, bounds);
    return new ComparedPoint(experiment, a, b, figures, missing.orElseGet(() -> verdict(figures)));
  }

  /** The same as one of many. */
  ComparedPoint at(double level) {
    List<ComparedFigure> corrected = figures.stream().map(figure -> figure.at(level)).toList();
    return new ComparedPoint(
        experiment, a, b, corrected, figures.isEmpty() ? verdict : verdict(corrected));
  }

  private static Optional<Verdict> missing(MeasuredPoint a, MeasuredPoint b) {
    if (b.runs().isEmpty()) {
      return Optional.of(Verdict.ONLY_IN_A);
    }
    if (a.runs().isEmpty()) {
      return Optional.of(Verdict.ONLY_IN_B);
    }
    boolean failedInA = a.counted().isEmpty();
    boolean failedInB = b.counted().isEmpty();
    if (failedInA && failedInB) {
      return Optional.of(Verdict.FAILED_IN_BOTH);
    }
    if (failedInA) {
      return Optional.of(Verdict.FAILED_IN_A);
    }
    return failedInB ? Optional.of(Verdict.FAILED_IN_B) : Optional.empty();
  }

  private static List<ComparedFigure> figures(MeasuredPoint a, MeasuredPoint b, Bounds bounds) {
    List<ComparedFigure> figures = new ArrayList<>();
    for (Measure measure : Measure.values()) {
      Optional<Sample> inA = measure.of(a);
      Optional<Sample> inB = measure.of(b);
      if (inA.isPresent() || inB.isPresent()) {
        figures.add(ComparedFigure.of(measure, inA, inB, bounds));
      }
    }
    return figures;
  }

  /** Of those figures that decide, the first of these; the same if both results have none. */
  static Verdict verdict(List<ComparedFigure> figures) {
    List<Verdict> deciding =
        figures.stream().filter(ComparedFigure::decides).map(ComparedFigure::verdict).toList();
    return Stream.of(Verdict.WORSE, Verdict.BETTER, Verdict.UNDECIDED, Verdict.SINGLE_RUN)
        .filter(deciding::contains)
        .findFirst()
        .orElse(Verdict.SAME);
  }

  /**
   * How many repeats of each would likely decide it; empty if more than are proposed.
   *
   * @throws IllegalStateException if no figure is undecided
   */
  OptionalInt repeatsToDecide() {
    int most = 0;
    for (ComparedFigure figure : figures) {
      if (figure.decides() && figure.verdict() == Verdict.UNDECIDED) {
        OptionalInt repeats = figure.repeatsToDecide();
        if (repeats.isEmpty()) {
          return repeats;
        }
        most = Math.max(most, repeats.getAsInt());
      }
    }
    if (most == 0) {
      throw new IllegalStateException(label() + " is " + verdict.words());
    }
    return OptionalInt.of(most);
  }

  /** Whether writes of a run that counts were acknowledged before they were committed. */
  boolean onlyAccepted() {
    return onlyAccepted(a, b);
  }

  private static boolean onlyAccepted(MeasuredPoint a, MeasuredPoint b) {
    return Stream.concat(a.counted().stream(), b.counted().stream())
        .map(MeasuredRun::result)
        .map(RunResult::setup)
        .anyMatch(setup -> RunResult.isOnlyAccepted(setup.commitMode()));
  }

  /** Whether both have runs of it that count. */
  boolean compared() {
    return !figures.isEmpty();
  }

  Optional<ComparedFigure> figure(Measure measure) {
    return figures.stream().filter(figure -> figure.measure() == measure).findFirst();
  }

  /** The system and the varied values, for readers. */
  String label() {
    String varied =
        a.varied().entrySet().stream()
            .map(entry -> " " + entry.getKey() + "=" + entry.getValue())
            .collect(Collectors.joining());
    return a.system() + varied + (onlyAccepted() ? " (accepted)" : "");
  }
}
