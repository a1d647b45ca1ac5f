package io.hybridycsb.harness.compare;

import static org.assertj.core.api.Assertions.assertThat;

import io.hybridycsb.harness.report.runs.MeasuredRun;
import io.hybridycsb.harness.report.runs.TestRun;
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

  private static Comparison compare(List<MeasuredRun> a, List<MeasuredRun> b) {
    return Comparison.of(a, b, TEN_PERCENT);
  }

  private static Verdict verdict(List<MeasuredRun> a, List<MeasuredRun> b) {
    List<ComparedPoint> points = compare(a, b).points();
    assertThat(points).hasSize(1);
    return points.get(0).verdict();
  }

  @Test
  void aChangeUpToTheBoundIsNone() {
    assertThat(verdict(repeats(1000), repeats(900))).isEqualTo(Verdict.SAME);
    assertThat(verdict(repeats(1000), repeats(1100))).isEqualTo(Verdict.SAME);
    assertThat(verdict(repeats(1000), repeats(899))).isEqualTo(Verdict.WORSE);
    assertThat(verdict(repeats(1000), repeats(1101))).isEqualTo(Verdict.BETTER);
  }

  @Test
  void whatRepeatsDifferByAnywayIsNoRegression() {
    assertThat(verdict(repeats(700, 1300), repeats(600, 800))).isEqualTo(Verdict.WITHIN_SPREAD);
    assertThat(verdict(repeats(900, 1100), repeats(600, 800))).isEqualTo(Verdict.WORSE);
  }

  @Test
  void moreProcessorTimeForEachOperationIsWorse() {
    List<MeasuredRun> cheap = only(new TestRun().process("node1", "node", 4, 0));
    List<MeasuredRun> dear = only(new TestRun().process("node1", "node", 5, 0));

    assertThat(verdict(cheap, dear)).isEqualTo(Verdict.WORSE);
    assertThat(verdict(dear, cheap)).isEqualTo(Verdict.BETTER);
  }

  @Test
  void processorTimeOfWritesThatAreOnlyAcceptedIsNotCompared() {
    List<MeasuredRun> a = only(new TestRun().commitMode("async").process("n", "node", 4, 0));
    List<MeasuredRun> b = only(new TestRun().commitMode("async").process("n", "node", 9, 0));

    ComparedPoint point = compare(a, b).points().get(0);

    assertThat(point.verdict()).isEqualTo(Verdict.SAME);
    assertThat(point.figure(Measure.CPU)).isEmpty();
    assertThat(point.label()).endsWith("(accepted)");
  }

  @Test
  void latenciesDecideOnlyWhenAsked() {
    List<MeasuredRun> a = only(new TestRun().latenciesUs(1000));
    List<MeasuredRun> b = only(new TestRun().latenciesUs(2000));

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
    List<String> lines = ComparisonTexts.lines(compare(repeats(1000, 1100), repeats(500, 520)));

    assertThat(lines).allMatch(line -> line.length() <= 120);
    assertThat(lines.subList(lines.size() - 3, lines.size()))
        .containsExactly(
            "1 regression:",
            "  fig05-clients veritas-kafka clients=4: operations/s -51%",
            "    105 (100 to 110 in 2 runs) in A, 51 (50 to 52 in 2 runs) in B");
  }
}
