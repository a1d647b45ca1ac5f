package io.hybridycsb.harness.results.runs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assertions.withinPercentage;

import io.hybridycsb.harness.results.RunResult;
import io.hybridycsb.harness.results.runs.MeasuredPoint.Steadiness;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;
import net.jqwik.api.constraints.Size;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

class MeasuredRunTest {
  @Test
  void onlyCommittedOperationsAreThroughput() {
    MeasuredRun run =
        new TestRun()
            .committed(1000)
            .status("ABORTED", 50)
            .status("UNKNOWN", 7)
            .status("ERROR", 3)
            .measured();

    assertThat(run.committedPerSecond()).hasValue(1000 / TestRun.SECONDS);
    assertThat(run.attempted()).isEqualTo(1060);
    assertThat(run.aborted()).isEqualTo(50);
    assertThat(run.unknown()).isEqualTo(7);
    assertThat(run.failed()).isEqualTo(3);
    assertThat(run.abortPercent().getAsDouble()).isCloseTo(100 * 50 / 1060.0, within(1e-9));
  }

  @Test
  void whatATransactionsOwnRulesForbidIsNoFailure() {
    MeasuredRun run = new TestRun().committed(1000).status("REFUSED", 50).measured();

    assertThat(run.failed()).isZero();
    assertThat(run.committedPerSecond()).hasValue(1000 / TestRun.SECONDS);
  }

  @Test
  void abortsOfTransactionsAreThoseOfTheirAttempts() {
    MeasuredRun run =
        new TestRun().committed(1000).attempts(Map.of("OK", 1000L, "ABORTED", 250L)).measured();

    assertThat(run.abortPercent()).hasValue(20);
    assertThat(run.hasAborts()).isTrue();
    assertThat(run.attempted()).isEqualTo(1000);
    assertThat(run.failed()).isZero();
  }

  @Test
  void costsAreForEachCommittedOperation() {
    MeasuredRun run =
        new TestRun()
            .committed(1000)
            .status("ERROR", 1000)
            .process("node1", "node", 3, 4000)
            .process("kafka1", "shared-log", 1, 6000)
            .process("client1", "client", 2, 99)
            .measured();

    assertThat(run.cpuMsPerOperation()).hasValue(6);
    assertThat(run.writtenBytesPerOperation()).hasValue(10);
    assertThat(run.cpuMsPerOperationByRole())
        .isEqualTo(Map.of("node", 3.0, "shared-log", 1.0, "client", 2.0));
    assertThat(run.processorShare()).hasValue(6 / (4 * TestRun.SECONDS));
    assertThat(run.clientProcessorShare()).hasValue(2 / (4 * TestRun.SECONDS));
  }

  @Test
  void processorsAreSharedOverTheTimeInWhichTheirUseWasCounted() {
    TestRun run = new TestRun().process("node1", "node", 3, 0).process("client1", "client", 2, 0);
    assertThat(run.measured().processorShare())
        .as("of an earlier release's run")
        .hasValue(5 / (4 * TestRun.SECONDS));

    MeasuredRun counted = run.cpuWindowSeconds(20).measured();

    assertThat(counted.processorShare()).hasValue(5 / (4 * 20.0));
    assertThat(counted.clientProcessorShare()).hasValue(2 / (4 * 20.0));
  }

  @Test
  void whatAServerWroteUnseenLeavesTheSumUnknown() {
    MeasuredRun run =
        new TestRun()
            .process("node1", "node", 3, 4000)
            .process("kafka1", "shared-log", 1, -1)
            .measured();

    assertThat(run.writtenBytesPerOperation()).isEmpty();
    assertThat(new TestRun().measured().cpuMsPerOperation()).isEmpty();
    assertThat(new TestRun().committed(0).process("a", "node", 1, 1).measured().cpuMsPerOperation())
        .isEmpty();
  }

  @Test
  void anOpenLoadsLatenciesCountFromTheIntendedStarts() {
    MeasuredRun run = new TestRun().latenciesUs(1000, 1000).intendedUs(900_000, 900_000).measured();

    assertThat(run.percentileMs(50).getAsDouble()).isCloseTo(900, within(1.0));
    assertThat(run.meanMs().getAsDouble()).isCloseTo(900, within(1.0));
  }

  @Test
  void aPercentileThatTooFewOperationsTellIsMissing() {
    MeasuredRun few = new TestRun().latenciesUs(new long[99]).measured();
    MeasuredRun enough = new TestRun().latenciesUs(new long[100]).measured();

    assertThat(few.percentileMs(50)).isPresent();
    assertThat(few.percentileMs(99)).isEmpty();
    assertThat(enough.percentileMs(99)).isPresent();
    assertThat(enough.percentileMs(99.9)).isEmpty();
  }

  /** The looks at processes are of 12 seconds, and the operations of 10. */
  @Test
  void costsPerOperationAfterAWarmUpAreOfTheOperationsBetweenTheLooks() {
    TestRun run = new TestRun().committed(1000).process("node1", "node", 6, -1);
    run.cpuWindowSeconds(12);

    assertThat(run.measured().cpuMsPerOperation().getAsDouble()).isCloseTo(6, within(1e-9));
    run.warmUp(new RunResult.WarmUp("auto", 8, true, List.of()));
    assertThat(run.measured().cpuMsPerOperation().getAsDouble()).isCloseTo(5, within(1e-9));
  }

  private static Steadiness steadiness(String setting, boolean steady, int windows) {
    TestRun run = new TestRun();
    run.warmUp(
        new RunResult.WarmUp(
            setting,
            8,
            steady,
            Collections.nCopies(windows, new RunResult.WarmUpWindow(0, 2, 100, 1, 0))));
    return run.measured().steadiness();
  }

  /** Earlier releases found some runs steady by two windows. */
  @Test
  void whetherARunWithAWarmUpOfFewerThanThreeWindowsWasSteadyIsNotKnownUnlessItWasFoundSo() {
    assertThat(steadiness("auto", true, 2)).isEqualTo(Steadiness.STEADY);
    assertThat(steadiness("auto", false, 3)).isEqualTo(Steadiness.NOT_STEADY);
    assertThat(steadiness("auto", false, 2)).isEqualTo(Steadiness.UNKNOWN);
    assertThat(steadiness("20", false, 3)).isEqualTo(Steadiness.UNKNOWN);
  }

  @Test
  void aReadModifyWritesLatencyIsThatOfItsReadAndItsUpdateAndNotCountedAgain() {
    MeasuredRun run =
        new TestRun()
            .latenciesUs(1_000, 1_000)
            .latenciesUsOf("UPDATE", 10_000)
            .latenciesUsOf("READ-MODIFY-WRITE", 11_000)
            .latenciesUsOf("VERIFY", 1)
            .measured();

    assertThat(run.meanMs().getAsDouble()).isCloseTo(4, within(0.01));
    assertThat(run.latencies().orElseThrow().getTotalCount()).isEqualTo(3);
  }

  @Property
  void aMeanIsWithinATenthOfAPercentOfTheExactOne(
      @ForAll @Size(min = 1, max = 30) List<@LongRange(min = 1, max = 10_000_000) Long> latenciesUs) {
    long[] values = latenciesUs.stream().mapToLong(Long::longValue).toArray();
    double exactMs = LongStream.of(values).average().orElseThrow() / 1000;

    double meanMs = new TestRun().latenciesUs(values).measured().meanMs().orElseThrow();

    assertThat(meanMs).isCloseTo(exactMs, withinPercentage(0.1));
  }

  @Test
  void aHistogramThatCannotBeReadIsDamageAndNoLatency() {
    RunResult.Latency broken = new RunResult.Latency(1, 1, 1, 1, Map.of(), "not Base64!");
    RunResult whole = new TestRun().latenciesUs(5).result();
    whole
        .run()
        .orElseThrow()
        .operations()
        .put(
            "UPDATE",
            new RunResult.Operations(
                new java.util.TreeMap<>(Map.of("OK", 1L)),
                java.util.Optional.of(broken),
                java.util.Optional.empty()));
    MeasuredRun run = new MeasuredRun(whole, java.nio.file.Path.of("run.json"));

    assertThat(run.damage()).singleElement().asString().contains("can't be read");
    assertThat(run.percentileMs(50)).isEmpty();
  }

  @Property
  void mergingHistogramsKeepsEveryCount(
      @ForAll @Size(min = 1, max = 5) List<@Size(max = 30) List<@LongRange(min = 1, max = 10_000_000) Long>> parts) {
    Histogram together = TestRun.histogram();
    List<Histogram> each =
        parts.stream()
            .map(
                part -> {
                  part.forEach(together::recordValue);
                  Histogram own =
                      TestRun.histogram(part.stream().mapToLong(Long::longValue).toArray());
                  return Histograms.decoded(TestRun.latency(own));
                })
            .toList();

    Histogram merged = Histograms.merged(each).orElseThrow();

    assertThat(merged.getTotalCount()).isEqualTo(together.getTotalCount());
    for (double percentile : new double[] {0, 50, 90, 99, 99.9, 99.99, 100}) {
      assertThat(merged.getValueAtPercentile(percentile))
          .isEqualTo(together.getValueAtPercentile(percentile));
    }
  }
}
