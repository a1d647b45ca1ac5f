package io.hybridycsb.harness.report.claims;

import io.hybridycsb.harness.report.claims.ClaimTest.Course;
import io.hybridycsb.harness.report.claims.ClaimTest.Pair;
import io.hybridycsb.harness.report.claims.ClaimTest.Part;
import io.hybridycsb.harness.report.figures.Published;
import io.hybridycsb.harness.results.Paper;
import io.hybridycsb.harness.results.RunResult;
import io.hybridycsb.harness.results.runs.MeasuredRun;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What measurements say of a claim.
 *
 * @param why it is undecided, or what isn't measured; empty if the ratios tell all
 * @param ratios what was tested
 * @param measured whether there is any result of an experiment that its test needs
 */
public record Judgement(
    Claim claim, Verdict verdict, String why, List<Ratio> ratios, boolean measured) {

  /**
   * A ratio, for readers.
   *
   * @param of the two places
   * @param at what both have in common; may be empty
   * @param holds whether its interval lies in the range, all of it
   */
  public record Line(String of, String at, String ratio, String wanted, boolean holds) {}

  static Judgement of(Claim claim, Results results) {
    if (claim.test().isEmpty()) {
      return new Judgement(claim, Verdict.NOT_MEASURABLE, claim.notMeasurable(), List.of(), false);
    }
    ClaimTest test = claim.test().get();
    boolean measured = test.experiments().stream().anyMatch(results::has);
    List<Ratio> found = new ArrayList<>();
    Set<String> missing = new LinkedHashSet<>();
    for (Part part : test.parts()) {
      try {
        found.addAll(ratios(part, results));
      } catch (Missing e) {
        missing.add(e.getMessage());
      }
    }
    List<String> unlike = unlike(found);
    List<Ratio> ratios = found.stream().map(ratio -> ratio.doubted(unlike)).toList();
    return missing.isEmpty()
        ? judged(claim, ratios)
        : new Judgement(claim, Verdict.NOT_MEASURED, String.join("; ", missing), ratios, measured);
  }

  private static List<Ratio> ratios(Part part, Results results) throws Missing {
    if (part instanceof Course course) {
      return course.form().ratios(results.along(course));
    }
    Pair pair = (Pair) part;
    return List.of(Ratio.of(results.at(pair.of()), results.at(pair.to()), pair.range()));
  }

  /** Why the runs of a test can't be compared. */
  private static List<String> unlike(List<Ratio> ratios) {
    List<MeasuredRun> runs =
        ratios.stream()
            .flatMap(ratio -> Stream.of(ratio.of(), ratio.to()))
            .flatMap(one -> one.runs().stream())
            .toList();
    List<String> unlike = new ArrayList<>();
    differ(unlike, "different machines", runs, run -> run.setup().machine());
    differ(unlike, "different builds", runs, RunResult::build);
    return unlike;
  }

  private static void differ(
      List<String> unlike, String what, List<MeasuredRun> runs, Function<RunResult, Object> of) {
    if (runs.stream().map(run -> of.apply(run.result())).distinct().count() > 1) {
      unlike.add(what);
    }
  }

  private static Judgement judged(Claim claim, List<Ratio> ratios) {
    if (ratios.stream()
        .anyMatch(ratio -> ratio.misses(ratios.size()) && ratio.doubts().isEmpty())) {
      return new Judgement(claim, Verdict.CONTRADICTED, "", ratios, true);
    }
    Set<String> doubts =
        ratios.stream()
            .map(Ratio::doubts)
            .flatMap(Collection::stream)
            .collect(Collectors.toCollection(TreeSet::new));
    if (doubts.isEmpty() && ratios.stream().allMatch(Ratio::holds)) {
      return new Judgement(claim, Verdict.REPRODUCED, "", ratios, true);
    }
    return new Judgement(
        claim,
        Verdict.UNDECIDED,
        doubts.isEmpty() ? "spread" : String.join(", ", doubts),
        ratios,
        true);
  }

  public Paper paper() {
    return claim.paper();
  }

  /** The claim in our words. */
  public String says() {
    return claim.says();
  }

  /** The claim's section and figure, for readers: 4.2, figure 5. */
  public String where() {
    return claim.figure().isEmpty()
        ? claim.section()
        : "%s, %s".formatted(claim.section(), Published.where(claim.figure()));
  }

  /** What was tested, for readers. */
  public List<Line> lines() {
    return ratios.stream()
        .map(
            one ->
                new Line(one.places(), one.common(), one.text(), one.range().text(), one.holds()))
        .toList();
  }

  /** The figures that show what was tested. */
  Set<String> figures() {
    return ratios.stream()
        .flatMap(ratio -> Stream.of(ratio.of(), ratio.to()))
        .map(Measurement::figure)
        .collect(Collectors.toCollection(LinkedHashSet::new));
  }
}
