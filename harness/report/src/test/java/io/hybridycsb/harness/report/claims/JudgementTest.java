package io.hybridycsb.harness.report.claims;

import static io.hybridycsb.harness.report.claims.Verdict.CONTRADICTED;
import static io.hybridycsb.harness.report.claims.Verdict.NOT_MEASURABLE;
import static io.hybridycsb.harness.report.claims.Verdict.NOT_MEASURED;
import static io.hybridycsb.harness.report.claims.Verdict.REPRODUCED;
import static io.hybridycsb.harness.report.claims.Verdict.UNDECIDED;
import static org.assertj.core.api.Assertions.assertThat;

import io.hybridycsb.harness.results.runs.TestRun;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Of each kind of test one that holds, one that doesn't, and one of which nothing is known. */
class JudgementTest {
  private static final String THROUGHPUT = "metric: throughput";
  private static final String[] ETCD_ABOVE_FABRIC = {
    "kind: order", THROUGHPUT, "at: {clients: 64}", "above: etcd", "below: fabric"
  };

  private static final Map<String, String> AT_64 = Map.of("clients", "64");

  @TempDir Path directory;
  private MadeUp madeUp;

  @BeforeEach
  void madeUp() {
    madeUp = new MadeUp(directory);
  }

  /** Wide repeats around a mean. */
  private MadeUp wide(String system, String clients, double mean) {
    return madeUp.committed(
        system,
        Map.of("clients", clients),
        Math.round(0.7 * mean),
        Math.round(mean),
        Math.round(1.3 * mean));
  }

  private void isUndecided(Judgement judgement, String why) {
    assertThat(judgement.verdict()).isEqualTo(UNDECIDED);
    assertThat(judgement.why()).isEqualTo(why);
  }

  @Test
  void anOrderIsReproducedIfTheIntervalIsAboveOne() {
    madeUp.around("etcd", "64", 2000).around("fabric", "64", 1000);

    Judgement judgement = madeUp.judge(ETCD_ABOVE_FABRIC);

    assertThat(judgement.verdict()).isEqualTo(REPRODUCED);
    assertThat(judgement.lines()).hasSize(1);
    assertThat(judgement.lines().get(0).of()).isEqualTo("etcd / fabric");
    assertThat(judgement.lines().get(0).at()).isEqualTo("clients 64, throughput, fig05-clients");
    assertThat(judgement.lines().get(0).ratio()).isEqualTo("2 (1.91 to 2.09)");
    assertThat(judgement.lines().get(0).wanted()).isEqualTo("> 1");
  }

  @Test
  void anOrderIsContradictedIfTheIntervalIsBelowOne() {
    madeUp.around("etcd", "64", 1000).around("fabric", "64", 2000);

    assertThat(madeUp.judge(ETCD_ABOVE_FABRIC).verdict()).isEqualTo(CONTRADICTED);
  }

  @Test
  void anOrderIsUndecidedIfTheIntervalHoldsOne() {
    wide("etcd", "64", 1100);
    madeUp.around("fabric", "64", 1000);

    isUndecided(madeUp.judge(ETCD_ABOVE_FABRIC), "spread");
  }

  @Test
  void aboveSeveralMeansAboveEachOfThem() {
    madeUp.around("etcd", "64", 2000).around("fabric", "64", 1000).around("quorum", "64", 3000);
    String[] above = {
      "kind: order", THROUGHPUT, "at: {clients: 64}", "above: etcd", "below: [fabric, quorum]"
    };

    assertThat(madeUp.judge(above).verdict()).isEqualTo(CONTRADICTED);
  }

  private Judgement tenTimes(double etcd) {
    madeUp.around("etcd", "64", etcd).around("fabric", "64", 100);
    return madeUp.judge(
        "kind: ratio",
        THROUGHPUT,
        "at: {clients: 64}",
        "of: etcd",
        "to: fabric",
        "at-least: 10",
        "at-most: 30");
  }

  @Test
  void aRatioIsReproducedIfTheIntervalLiesInItsRange() {
    assertThat(tenTimes(2000).verdict()).isEqualTo(REPRODUCED);
  }

  @Test
  void aRatioBelowItsRangeIsContradicted() {
    assertThat(tenTimes(700).verdict()).isEqualTo(CONTRADICTED);
  }

  @Test
  void aRatioAboveItsRangeIsContradicted() {
    assertThat(tenTimes(5000).verdict()).isEqualTo(CONTRADICTED);
  }

  @Test
  void aRatioAtTheEndOfItsRangeIsUndecided() {
    isUndecided(tenTimes(1000), "spread");
  }

  private Judgement along(String kind, double... means) {
    String[] clients = {"4", "16", "64", "256"};
    for (int i = 0; i < means.length; i++) {
      madeUp.around("etcd", clients[i], means[i]);
    }
    return madeUp.judge("kind: " + kind, THROUGHPUT, "systems: [etcd]", "along: clients");
  }

  @Test
  void whatRisesByEachStepIsReproduced() {
    assertThat(along("rises", 1000, 1500, 2000, 3000).verdict()).isEqualTo(REPRODUCED);
  }

  @Test
  void whatFallsDoesNotRise() {
    assertThat(along("rises", 3000, 2000, 1500, 1000).verdict()).isEqualTo(CONTRADICTED);
  }

  @Test
  void aStepBackByMoreThanTheToleranceContradictsARise() {
    assertThat(along("rises", 1000, 2000, 1500, 3000).verdict()).isEqualTo(CONTRADICTED);
  }

  @Test
  void aStepBackWithinTheToleranceIsNoContradiction() {
    Judgement judgement = along("rises", 1000, 2000, 1950, 3000);

    assertThat(judgement.verdict()).isEqualTo(REPRODUCED);
    assertThat(judgement.lines()).hasSize(4);
  }

  @Test
  void aRiseThatTheSpreadHidesIsUndecided() {
    wide("etcd", "4", 1000);
    isUndecided(along("rises", 1000, 1150), "spread");
  }

  @Test
  void whatFallsByEachStepIsReproduced() {
    assertThat(along("falls", 3000, 2000, 1500).verdict()).isEqualTo(REPRODUCED);
  }

  @Test
  void whatRisesDoesNotFall() {
    assertThat(along("falls", 1500, 2000, 3000).verdict()).isEqualTo(CONTRADICTED);
  }

  @Test
  void aFallThatTheSpreadHidesIsUndecided() {
    wide("etcd", "16", 1000);
    isUndecided(along("falls", 1150, 1000), "spread");
  }

  @Test
  void aFallIsJudgedByItsFactorBetweenTheValuesThatItNames() {
    madeUp
        .around("etcd", "4", 100)
        .around("etcd", "16", 6000)
        .around("etcd", "64", 2000)
        .around("etcd", "256", 1900);
    String[] falls = {
      "kind: falls", THROUGHPUT, "systems: [etcd]", "along: clients", "from: 16", "to: 64"
    };

    assertThat(madeUp.judge(with(falls, "by-at-least: 2")).verdict()).isEqualTo(REPRODUCED);
    assertThat(madeUp.judge(with(falls, "by-at-least: 4")).verdict()).isEqualTo(CONTRADICTED);
    assertThat(madeUp.judge(with(falls, "by-at-most: 2")).verdict()).isEqualTo(CONTRADICTED);
    assertThat(madeUp.judge(with(falls, "by-at-most: 4")).verdict()).isEqualTo(REPRODUCED);
  }

  private static String[] with(String[] test, String line) {
    String[] longer = Arrays.copyOf(test, test.length + 1);
    longer[test.length] = line;
    return longer;
  }

  private Judgement level(double... means) {
    String[] clients = {"4", "16", "64"};
    for (int i = 0; i < means.length; i++) {
      madeUp.around("etcd", clients[i], means[i]);
    }
    return madeUp.judge(
        "kind: level", THROUGHPUT, "systems: [etcd]", "along: clients", "within: 1.2");
  }

  @Test
  void whatStaysWithinAFactorIsLevel() {
    Judgement judgement = level(1000, 1010, 990);

    assertThat(judgement.verdict()).isEqualTo(REPRODUCED);
    assertThat(judgement.lines()).hasSize(3);
  }

  @Test
  void whatGoesBeyondTheFactorIsNotLevel() {
    assertThat(level(1000, 1500, 1000).verdict()).isEqualTo(CONTRADICTED);
  }

  @Test
  void whetherItIsLevelIsUndecidedAtTheFactor() {
    isUndecided(level(1000, 1180, 1000), "spread");
  }

  private Judgement peak(String at, double... means) {
    String[] clients = {"4", "16", "64", "256"};
    for (int i = 0; i < means.length; i++) {
      madeUp.around("etcd", clients[i], means[i]);
    }
    return madeUp.judge(
        "kind: peak", THROUGHPUT, "systems: [etcd]", "along: clients", "at-value: " + at);
  }

  @Test
  void aPeakIsAboveTheFirstAndTheLast() {
    assertThat(peak("64", 1000, 1500, 2000, 1200).verdict()).isEqualTo(REPRODUCED);
  }

  @Test
  void theBestOfSeveralValuesMayBeThePeak() {
    assertThat(peak("[16, 64]", 1000, 1500, 2000, 1200).verdict()).isEqualTo(REPRODUCED);
  }

  @Test
  void aPeakElsewhereIsAContradiction() {
    assertThat(peak("16", 1000, 1500, 2000, 1200).verdict()).isEqualTo(CONTRADICTED);
    madeUp = new MadeUp(directory.resolve("last"));
    assertThat(peak("64", 1000, 1500, 2000, 3000).verdict()).isEqualTo(CONTRADICTED);
  }

  @Test
  void aPeakThatTheSpreadHidesIsUndecided() {
    wide("etcd", "256", 1900);
    isUndecided(peak("64", 1000, 1500, 2000), "spread");
  }

  @Test
  void aPeakThatIsNotMeasuredIsMissing() {
    Judgement judgement = peak("128", 1000, 1500, 2000, 1200);

    assertThat(judgement.verdict()).isEqualTo(NOT_MEASURED);
    assertThat(judgement.why()).isEqualTo("no result of etcd at clients 128");
  }

  private Judgement crossover(double etcdBefore, double etcdAfter) {
    madeUp
        .around("etcd", "4", etcdBefore)
        .around("etcd", "64", etcdAfter)
        .around("fabric", "4", 1000)
        .around("fabric", "64", 1000);
    return madeUp.judge(
        "kind: crossover",
        THROUGHPUT,
        "along: clients",
        "of: etcd",
        "over: fabric",
        "before: 4",
        "after: 64");
  }

  @Test
  void whatIsBehindAndThenAheadHasCrossed() {
    assertThat(crossover(500, 2000).verdict()).isEqualTo(REPRODUCED);
  }

  @Test
  void whatStaysBehindHasNotCrossed() {
    assertThat(crossover(500, 700).verdict()).isEqualTo(CONTRADICTED);
  }

  @Test
  void whetherItHasCrossedIsUndecidedWhereBothAreAlike() {
    isUndecided(crossover(500, 1010), "spread");
  }

  @Test
  void whatNobodyMeasuredIsNamed() {
    madeUp.around("etcd", "64", 2000);

    Judgement judgement = madeUp.judge(ETCD_ABOVE_FABRIC);

    assertThat(judgement.verdict()).isEqualTo(NOT_MEASURED);
    assertThat(judgement.why()).isEqualTo("no throughput of fabric, clients 64 in fig05-clients");
    assertThat(judgement.measured()).isTrue();
  }

  @Test
  void anExperimentWithoutResultsIsNamed() {
    madeUp.add(new TestRun().experiment("fig07-nodes", "7"));

    Judgement judgement = madeUp.judge(ETCD_ABOVE_FABRIC);

    assertThat(judgement.verdict()).isEqualTo(NOT_MEASURED);
    assertThat(judgement.why()).isEqualTo("no results of fig05-clients");
    assertThat(judgement.measured()).isFalse();
  }

  @Test
  void failedRunsAreNoResults() {
    madeUp
        .around("etcd", "64", 2000)
        .committed("fabric", AT_64, run -> run.failed("stopped"), 1000, 1000);

    assertThat(madeUp.judge(ETCD_ABOVE_FABRIC).verdict()).isEqualTo(NOT_MEASURED);
  }

  @Test
  void aCourseWithOnePlaceIsNotMeasured() {
    assertThat(along("rises", 1000).why())
        .isEqualTo("etcd of fig05-clients has no second result along clients");
  }

  @Test
  void severalResultsOfWhichTheClaimNamesNoneAreNotMeasured() {
    madeUp.around("etcd", "4", 1).around("etcd", "64", 2).around("fabric", "64", 1);

    assertThat(madeUp.judge("kind: order", THROUGHPUT, "above: etcd", "below: fabric").why())
        .contains("several results");
  }

  @Test
  void whatCannotBeMeasuredHereSaysWhy() {
    madeUp.around("etcd", "64", 2000);

    Judgement judgement =
        madeUp
            .judgeAll(
                """
                paper: vldb22
                claims:
                  - {id: a, section: "5", says: A., not-measurable: There are no 64 machines.}
                """)
            .all()
            .get(0);

    assertThat(judgement.verdict()).isEqualTo(NOT_MEASURABLE);
    assertThat(judgement.why()).isEqualTo("There are no 64 machines.");
  }

  @Test
  void singleRunsDecideNothing() {
    madeUp.committed("etcd", AT_64, 1000).committed("fabric", AT_64, 9000);
    isUndecided(madeUp.judge(ETCD_ABOVE_FABRIC), "single runs");
  }

  @Test
  void runsThatWereNotSteadyNeitherReproduceNorContradict() {
    for (long fabric : new long[] {100, 9000}) {
      madeUp = new MadeUp(directory.resolve("fabric" + fabric));
      madeUp
          .around("etcd", "64", 1000)
          .committed("fabric", AT_64, run -> run.warmUp(MadeUp.UNSTEADY), fabric, fabric + 9);
      isUndecided(madeUp.judge(ETCD_ABOVE_FABRIC), "not seen steady");
    }
  }

  @Test
  void quickRunsDecideNothing() {
    madeUp
        .around("etcd", "64", 1000)
        .committed("fabric", AT_64, run -> run.property("recordcount", "2000"), 100, 101);
    isUndecided(madeUp.judge(ETCD_ABOVE_FABRIC), "quick runs");
  }

  @Test
  void runsOfDifferentMachinesOrBuildsAreNotCompared() {
    madeUp
        .around("etcd", "64", 1000)
        .committed("fabric", AT_64, run -> run.machine("two").build("b2"), 9000, 9001);
    isUndecided(madeUp.judge(ETCD_ABOVE_FABRIC), "different builds, different machines");
  }

  @Test
  void aContradictionNeedsNoMoreThanOneRatioThatIsSure() {
    madeUp.around("etcd", "64", 1000).around("fabric", "64", 9000).committed("quorum", AT_64, 100);

    assertThat(
            madeUp
                .judge(
                    "kind: order",
                    THROUGHPUT,
                    "at: {clients: 64}",
                    "above: etcd",
                    "below: [quorum, fabric]")
                .verdict())
        .isEqualTo(CONTRADICTED);
  }

  @Test
  void theBestOfWhatIsVariedIsThatOfEachSystem() {
    madeUp
        .around("etcd", "4", 3000)
        .around("etcd", "64", 1000)
        .around("fabric", "4", 1000)
        .around("fabric", "64", 2000);

    Judgement judgement =
        madeUp.judge(
            "kind: ratio",
            THROUGHPUT,
            "at: {clients: best}",
            "of: etcd",
            "to: fabric",
            "at-least: 1.4",
            "at-most: 1.6");

    assertThat(judgement.verdict()).isEqualTo(REPRODUCED);
    assertThat(judgement.lines().get(0).of()).isEqualTo("etcd, clients 4 / fabric, clients 64");
  }

  @Test
  void oneLoadAloneIsNotTheBest() {
    madeUp.around("etcd", "4", 3000).around("etcd", "64", 1000).around("fabric", "4", 1000);

    isUndecided(
        madeUp.judge(
            "kind: order", THROUGHPUT, "at: {clients: best}", "above: etcd", "below: fabric"),
        "the best of one");
  }

  @Test
  void theBestLatencyIsTheLowest() {
    for (int i = 1; i <= 2; i++) {
      madeUp
          .add(MadeUp.run("etcd", Map.of("clients", "4")).repeat(i).latenciesUs(1000, 1010))
          .add(MadeUp.run("etcd", AT_64).repeat(i).latenciesUs(9000, 9010))
          .add(MadeUp.run("fabric", Map.of("clients", "4")).repeat(i).latenciesUs(5000, 5010))
          .add(MadeUp.run("fabric", AT_64).repeat(i).latenciesUs(3000, 3010));
    }

    assertThat(
            madeUp
                .judge(
                    "kind: order",
                    "metric: latency_mean",
                    "at: {clients: best}",
                    "above: fabric",
                    "below: etcd")
                .verdict())
        .isEqualTo(REPRODUCED);
  }

  private static String[] twice(String above) {
    return new String[] {
      "kind: ratio",
      "metric: state bytes per record",
      "at: {clients: 64}",
      "of: " + above,
      "to: etcd",
      "at-least: 2",
      "at-most: 2"
    };
  }

  @Test
  void countersThatAreEqualInAllRepeatsAreExactAndNeedNoSteadyRuns() {
    madeUp
        .counted("etcd", "64", "state bytes per record", 500, 500)
        .counted("fabric", "64", "state bytes per record", 1000, 1000)
        .counted("quorum", "64", "state bytes per record", 1001, 1001);

    Judgement judgement = madeUp.judge(twice("fabric"));

    assertThat(judgement.verdict()).isEqualTo(REPRODUCED);
    assertThat(judgement.lines().get(0).ratio()).isEqualTo("2 (2 to 2)");
    assertThat(madeUp.judge(twice("quorum")).verdict()).isEqualTo(CONTRADICTED);
  }

  @Test
  void aCounterOfASingleRunDecidesNothing() {
    madeUp
        .counted("etcd", "64", "state bytes per record", 500)
        .counted("fabric", "64", "state bytes per record", 1000);
    isUndecided(madeUp.judge(twice("fabric")), "single runs");
  }

  @Test
  void whatIsZeroOnBothSidesIsNotAbove() {
    madeUp
        .counted("etcd", "64", "kafka records read", 0, 0)
        .counted("fabric", "64", "kafka records read", 0, 0);

    assertThat(
            madeUp
                .judge(
                    "kind: order",
                    "metric: kafka records read",
                    "at: {clients: 64}",
                    "above: etcd",
                    "below: fabric")
                .verdict())
        .isEqualTo(CONTRADICTED);
  }

  @Test
  void aPlaceMayHaveItsOwnMetricAndValues() {
    for (int i = 1; i <= 2; i++) {
      madeUp
          .add(MadeUp.run("etcd", AT_64).repeat(i).latenciesUs(1000, 1001, 1002))
          .add(MadeUp.run("etcd", Map.of("clients", "4")).repeat(i).latenciesUs(300, 301, 302));
    }

    Judgement judgement =
        madeUp.judge(
            "kind: order",
            "metric: latency_mean",
            "system: etcd",
            "at: {clients: 64}",
            "above: {metric: latency_mean}",
            "below: {metric: latency_p50, at: {clients: 4}}");

    assertThat(judgement.verdict()).isEqualTo(REPRODUCED);
    assertThat(judgement.lines().get(0).of())
        .isEqualTo("clients 64, latency_mean / clients 4, latency_p50");
  }

  @Test
  void theNoiseOfTheBaselineIsThatOfAnOverhead() {
    String[] overhead = {
      "kind: order",
      "metric: runtime_overhead",
      "above: {system: etcd, at: {clients: 64}}",
      "below: {system: etcd, at: {clients: 4}}"
    };
    overheads(madeUp, 1000, 1010, 1020);
    assertThat(madeUp.judge(overhead).verdict()).isEqualTo(REPRODUCED);

    madeUp = new MadeUp(directory.resolve("noisy"));
    overheads(madeUp, 500, 1000, 1530);
    isUndecided(madeUp.judge(overhead), "spread");
  }

  private static void overheads(MadeUp madeUp, long... baseline) {
    Map<String, String> at4 = Map.of("clients", "4");
    madeUp
        .committed("postgresql", AT_64, run -> run.baseline("postgresql"), baseline)
        .committed("postgresql", at4, run -> run.baseline("postgresql"), baseline)
        .committed("etcd", AT_64, run -> run.baseline("postgresql"), 500, 505, 510)
        .committed("etcd", at4, run -> run.baseline("postgresql"), 700, 707, 714);
  }

  @Test
  void sharesOfACapacityAreFoundByTheirTarget() {
    Map<String, String> half = Map.of("target", "50%");
    madeUp
        .around("etcd", "64", 1000)
        .committed("etcd", half, 500, 501)
        .committed("fabric", half, 100, 101);

    assertThat(
            madeUp
                .judge(
                    "kind: order", THROUGHPUT, "at: {target: 50%}", "above: etcd", "below: fabric")
                .verdict())
        .isEqualTo(REPRODUCED);
  }

  @Test
  void valuesAreFoundHoweverTheirNumbersAreWritten() {
    madeUp
        .committed("etcd", Map.of("skew", "0.8"), 1000, 1001)
        .committed("fabric", Map.of("skew", "0.8"), 100, 101);

    assertThat(
            madeUp
                .judge(
                    "kind: order", THROUGHPUT, "at: {skew: 0.80}", "above: etcd", "below: fabric")
                .verdict())
        .isEqualTo(REPRODUCED);
  }
}
