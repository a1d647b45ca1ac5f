package io.hybridycsb.harness.compare;

import static org.assertj.core.api.Assertions.assertThat;

import io.hybridycsb.harness.results.runs.MeasuredRun;
import io.hybridycsb.harness.results.runs.TestRun;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

class ComparisonTest {
  private static final Bounds TEN_PERCENT = new Bounds(10, OptionalDouble.empty());

  private static List<MeasuredRun> repeats(long... committed) {
    return Arrays.stream(committed).mapToObj(c -> new TestRun().committed(c).measured()).toList();
  }

  private static List<MeasuredRun> only(TestRun run) {
    return List.of(run.measured());
  }

  private static List<MeasuredRun> twice(TestRun run) {
    return List.of(run.measured(), run.measured());
  }

  private static Comparison compare(List<MeasuredRun> a, List<MeasuredRun> b) {
    return Comparison.of(a, b, TEN_PERCENT);
  }

  private static Verdict verdict(List<MeasuredRun> a, List<MeasuredRun> b) {
    List<ComparedPoint> points = compare(a, b).points();
    assertThat(points).hasSize(1);
    return points.get(0).verdict();
  }

  @Test
  void aChangeIsJudgedByWhereItsIntervalLies() {
    List<MeasuredRun> a = repeats(1000, 1010, 990);

    assertThat(verdict(a, repeats(950, 960, 940))).isEqualTo(Verdict.SAME);
    assertThat(verdict(a, repeats(800, 810, 790))).isEqualTo(Verdict.WORSE);
    assertThat(verdict(a, repeats(1200, 1210, 1190))).isEqualTo(Verdict.BETTER);
    assertThat(verdict(a, repeats(890, 900, 880))).isEqualTo(Verdict.UNDECIDED);
    assertThat(verdict(a, repeats(800, 500, 1100))).isEqualTo(Verdict.UNDECIDED);
  }

  @Test
  void aSingleRunIsNeverARegression() {
    assertThat(verdict(repeats(1000), repeats(100))).isEqualTo(Verdict.SINGLE_RUN);
    assertThat(verdict(repeats(1000, 1010, 990), repeats(100))).isEqualTo(Verdict.SINGLE_RUN);
    assertThat(verdict(repeats(100), repeats(1000, 1000))).isEqualTo(Verdict.SINGLE_RUN);
    assertThat(ComparisonTexts.lines(compare(repeats(1000), repeats(800))))
        .anyMatch(line -> line.contains("-20%") && line.endsWith("single run"))
        .contains("no regression");
  }

  @Test
  void oneOfManyPointsNeedsAClearerChange() {
    List<MeasuredRun> a = new ArrayList<>(repeats(1000, 1020, 980));
    List<MeasuredRun> b = new ArrayList<>(repeats(800, 820, 780));
    assertThat(verdict(a, b)).isEqualTo(Verdict.WORSE);

    for (int clients = 10; clients < 60; clients++) {
      TestRun other = new TestRun().clients(clients);
      a.addAll(List.of(other.measured(), other.measured()));
      b.addAll(List.of(other.measured(), other.measured()));
    }
    assertThat(compare(a, b).with(Verdict.UNDECIDED)).hasSize(1);
    assertThat(compare(a, b).with(Verdict.SAME)).hasSize(50);
  }

  @Test
  void moreProcessorTimeForEachOperationIsWorse() {
    List<MeasuredRun> cheap = twice(new TestRun().process("node1", "node", 4, 0));
    List<MeasuredRun> dear = twice(new TestRun().process("node1", "node", 5, 0));

    assertThat(verdict(cheap, dear)).isEqualTo(Verdict.WORSE);
    assertThat(verdict(dear, cheap)).isEqualTo(Verdict.BETTER);
  }

  @Test
  void processorTimeOfWritesThatAreOnlyAcceptedIsNotCompared() {
    List<MeasuredRun> a = twice(new TestRun().commitMode("async").process("n", "node", 4, 0));
    List<MeasuredRun> b = twice(new TestRun().commitMode("async").process("n", "node", 9, 0));

    ComparedPoint point = compare(a, b).points().get(0);

    assertThat(point.verdict()).isEqualTo(Verdict.SAME);
    assertThat(point.figure(Measure.CPU)).isEmpty();
    assertThat(point.label()).endsWith("(accepted)");
  }

  @Test
  void latenciesDecideOnlyWhenAsked() {
    List<MeasuredRun> a = twice(new TestRun().latenciesUs(twoSlow(100, 1000)));
    List<MeasuredRun> b = twice(new TestRun().latenciesUs(twoSlow(100, 2000)));

    assertThat(compare(a, b).hasRegressions()).isFalse();
    assertThat(compare(a, b).points().get(0).figure(Measure.READ_P99).orElseThrow().verdict())
        .isEqualTo(Verdict.WORSE);
    assertThat(Comparison.of(a, b, new Bounds(10, OptionalDouble.of(50))).hasRegressions())
        .isTrue();
  }

  @Test
  void aFailureIsARegressionOnlyIfItIsNew() {
    List<MeasuredRun> good = only(new TestRun());
    List<MeasuredRun> failed = only(new TestRun().failed("node1 died"));
    List<MeasuredRun> failedToo = only(new TestRun().failed("node2 died"));

    assertThat(verdict(good, failed)).isEqualTo(Verdict.FAILED_IN_B);
    assertThat(verdict(failed, good)).isEqualTo(Verdict.FAILED_IN_A);
    assertThat(verdict(failed, failedToo)).isEqualTo(Verdict.FAILED_IN_BOTH);
    assertThat(compare(good, failed).hasRegressions()).isTrue();
    assertThat(compare(failed, good).hasRegressions()).isFalse();
    assertThat(compare(failed, failedToo).hasRegressions()).isFalse();
  }

  @Test
  void aRunOfBThatFailedForCorrectnessIsNamedAlsoWhereOthersHaveSucceeded() {
    List<MeasuredRun> b =
        List.of(
            new TestRun().measured(),
            new TestRun().repeat(2).incorrect("12 acknowledged writes were lost").measured());

    assertThat(ComparisonTexts.warnings(compare(only(new TestRun()), b)))
        .anyMatch(
            line ->
                line.startsWith(
                    "B: a run failed for correctness: 12 acknowledged writes were lost:"));
  }

  @Test
  void pointsOfOneResultAloneAreNoRegressions() {
    Comparison comparison = compare(only(new TestRun().clients(4)), only(new TestRun().clients(8)));

    assertThat(comparison.points())
        .extracting(ComparedPoint::verdict)
        .containsExactly(Verdict.ONLY_IN_A, Verdict.ONLY_IN_B);
    assertThat(comparison.hasRegressions()).isFalse();
  }

  @Test
  void unlikeThingsAreWarnedOf() {
    TestRun other =
        new TestRun().machine("two").commitMode("async").property("recordcount", "20000");

    assertThat(ComparisonTexts.warnings(compare(only(new TestRun()), only(new TestRun()))))
        .isEmpty();
    assertThat(ComparisonTexts.warnings(compare(only(new TestRun()), only(other))))
        .hasSize(3)
        .contains("unlike: recordcount is 10000 in A, 20000 in B (1 of 1 points)")
        .contains("unlike: commit mode is sync in A, async in B (1 of 1 points)");
  }

  @Test
  void theLastLinesNameTheRegressionsAndNoLineIsTooLong() {
    List<MeasuredRun> a = new ArrayList<>(repeats(1_234_567, 1_244_567, 1_224_567));
    List<MeasuredRun> b = new ArrayList<>(repeats(604_567, 614_567, 594_567));
    TestRun latencies =
        new TestRun()
            .clients(8)
            .latenciesUs(1000, 9_000_000)
            .latenciesUsOf("UPDATE", 1, 70_000_000);
    a.addAll(twice(latencies));
    b.addAll(twice(latencies.latenciesUs(1000, 8_000_000)));
    a.addAll(twice(new TestRun().clients(16)));
    b.addAll(
        List.of(
            new TestRun().clients(16).committed(1).measured(), latencies.clients(16).measured()));

    List<String> lines =
        ComparisonTexts.lines(Comparison.of(a, b, new Bounds(10, OptionalDouble.of(50))));

    assertThat(lines).allMatch(line -> line.length() <= 120);
    assertThat(lines)
        .anyMatch(line -> line.contains("-51% [-53, -49]") && line.endsWith("worse"))
        .anyMatch(line -> line.matches(".* undecided (~[0-9]+|>50)"));
    assertThat(lines.get(lines.size() - 2))
        .isEqualTo("  fig05-clients veritas-kafka clients=4: operations/s -51% [-53, -49]");
    assertThat(lines.get(lines.size() - 1))
        .isEqualTo(
            "    123,457 (122,457 to 124,457 in 3 runs) in A, 60,457 (59,457 to 61,457 in 3 runs)"
                + " in B");
  }

  @Test
  void whatIsUndecidedIsSaidWithHowManyRepeatsWouldDecide() {
    List<String> lines =
        ComparisonTexts.lines(compare(repeats(940, 1000, 1060), repeats(751, 800, 849)));

    assertThat(lines).anyMatch(line -> line.matches(".* undecided ~([4-9]|10)"));
    assertThat(lines.subList(lines.size() - 2, lines.size()))
        .containsExactly("1 point: 1 undecided", "no regression");
  }

  @Test
  void repeatsThatFallInTwoGroupsAreWarnedOf() {
    List<MeasuredRun> a = repeats(1000, 1010, 990, 1005, 995);
    List<MeasuredRun> same = repeats(1000, 1010, 990, 1005, 995);
    List<MeasuredRun> b = repeats(1000, 700, 990, 1005, 995);

    assertThat(ComparisonTexts.warnings(compare(a, same))).isEmpty();
    assertThat(ComparisonTexts.warnings(compare(a, b)))
        .containsExactly(
            "B: repeats in two groups, interval and verdict may be wrong: operations/s up to 70,"
                + " from 99 on: fig05-clients veritas-kafka clients=4 (1 of 1 points)");
  }

  @Test
  void aPercentileThatOneOfTheRepeatsIsTooShortToTellDecidesNothing() {
    Bounds latencies = new Bounds(10, OptionalDouble.of(10));
    List<MeasuredRun> a = twice(new TestRun().latenciesUs(twoSlow(100, 1_000)));
    List<MeasuredRun> few = twice(new TestRun().latenciesUs(twoSlow(99, 9_000)));
    List<MeasuredRun> enough = twice(new TestRun().latenciesUs(twoSlow(100, 9_000)));

    ComparedPoint point = Comparison.of(a, few, latencies).points().get(0);

    assertThat(point.figure(Measure.READ_P50)).isPresent();
    assertThat(point.figure(Measure.READ_P99).orElseThrow().b()).isEmpty();
    assertThat(point.verdict()).isEqualTo(Verdict.SAME);
    assertThat(Comparison.of(a, enough, latencies).hasRegressions()).isTrue();
  }

  private static long[] twoSlow(int operations, long slowUs) {
    long[] latenciesUs = new long[operations];
    Arrays.fill(latenciesUs, 500);
    latenciesUs[0] = slowUs;
    latenciesUs[1] = slowUs;
    return latenciesUs;
  }

  @Test
  void nothingInBothHasNoIntervalAndOnePointIsOne() {
    assertThat(ComparisonTexts.lines(compare(repeats(0, 0), repeats(0, 0))))
        .anyMatch(line -> line.matches(".* 0 +0 +0% .*"))
        .anyMatch(line -> line.startsWith("1 point: 1 "));
  }
}
