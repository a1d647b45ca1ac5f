package io.hybridycsb.harness.report.claims;

import static io.hybridycsb.harness.report.claims.Verdict.CONTRADICTED;
import static io.hybridycsb.harness.report.claims.Verdict.NOT_MEASURABLE;
import static io.hybridycsb.harness.report.claims.Verdict.NOT_MEASURED;
import static io.hybridycsb.harness.report.claims.Verdict.REPRODUCED;
import static io.hybridycsb.harness.report.claims.Verdict.UNDECIDED;
import static org.assertj.core.api.Assertions.assertThat;

import io.hybridycsb.harness.results.runs.TestRun;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What keeps a claim from being decided, and where its numbers are looked for. */
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

  private void isUndecided(Judgement judgement, String why) {
    assertThat(judgement.verdict()).isEqualTo(UNDECIDED);
    assertThat(judgement.why()).isEqualTo(why);
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
    madeUp.around("etcd", "4", 1000);

    assertThat(madeUp.judge("kind: rises", THROUGHPUT, "systems: [etcd]", "along: clients").why())
        .isEqualTo("etcd of fig05-clients has no second result along clients");
  }

  @Test
  void severalResultsOfWhichTheClaimNamesNoneAreNotMeasured() {
    madeUp.around("etcd", "4", 100).around("etcd", "64", 200).around("fabric", "64", 100);

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
  void runsThatNoSittingSharesDecideNothing() {
    madeUp
        .committed("etcd", AT_64, run -> run.sitting("monday"), 1000, 1001)
        .committed("fabric", AT_64, run -> run.sitting("tuesday"), 9000, 9001);
    isUndecided(madeUp.judge(ETCD_ABOVE_FABRIC), "different sittings");
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
  void runsThatWereToldToDoOtherThingsAreNoRepeats() {
    madeUp
        .around("etcd", "64", 9000)
        .committed("fabric", AT_64, 1000, 1001)
        .committed("fabric", AT_64, run -> run.property("fieldlength", "5000"), 1002);
    isUndecided(madeUp.judge(ETCD_ABOVE_FABRIC), "repeats with different settings");
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

  /** Three of the four loads of the experiment's own list. */
  private void threeOfFourLoads(String system, long... committed) {
    String[] clients = {"4", "16", "256"};
    for (int i = 0; i < clients.length; i++) {
      madeUp.committed(
          system,
          Map.of("clients", clients[i]),
          run -> run.described("clients", "clients", "4", "16", "64", "256"),
          committed[i],
          committed[i] + 1);
    }
  }

  @Test
  void theBestOfSomeLoadsIsNotThatOfAll() {
    threeOfFourLoads("etcd", 1000, 2000, 3000);
    madeUp.around("fabric", "4", 100).around("fabric", "64", 200);

    isUndecided(
        madeUp.judge(
            "kind: order", THROUGHPUT, "at: {clients: best}", "above: etcd", "below: fabric"),
        "no result at clients 64");
  }

  @Test
  void aCourseWithoutOneOfItsResultsDecidesNothing() {
    threeOfFourLoads("etcd", 1000, 2000, 3000);

    for (String kind : new String[] {"rises", "falls"}) {
      isUndecided(
          madeUp.judge("kind: " + kind, THROUGHPUT, "systems: [etcd]", "along: clients"),
          "no result at clients 64");
      isUndecided(
          madeUp.judge(
              "kind: " + kind, THROUGHPUT, "systems: [etcd]", "along: clients", "from: 16"),
          "no result at clients 64");
    }
    assertThat(
            madeUp
                .judge("kind: rises", THROUGHPUT, "systems: [etcd]", "along: clients", "to: 16")
                .verdict())
        .isEqualTo(REPRODUCED);
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
  void blocksAreCutAfterATimeSoTheirSizeNeedsSteadyRuns() {
    madeUp
        .counted("etcd", "64", "block size observed", 10, 10)
        .counted("fabric", "64", "block size observed", 5, 5);
    isUndecided(
        madeUp.judge(
            "kind: order",
            "metric: block size observed",
            "at: {clients: 64}",
            "above: etcd",
            "below: fabric"),
        "not seen steady");
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
