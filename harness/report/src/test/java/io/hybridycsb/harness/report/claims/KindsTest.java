package io.hybridycsb.harness.report.claims;

import static io.hybridycsb.harness.report.claims.Verdict.CONTRADICTED;
import static io.hybridycsb.harness.report.claims.Verdict.NOT_MEASURED;
import static io.hybridycsb.harness.report.claims.Verdict.REPRODUCED;
import static io.hybridycsb.harness.report.claims.Verdict.UNDECIDED;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Of each kind of test one that holds, one that doesn't, and one of which nothing is known. */
class KindsTest {
  private static final String THROUGHPUT = "metric: throughput";
  private static final String[] ETCD_ABOVE_FABRIC = {
    "kind: order", THROUGHPUT, "at: {clients: 64}", "above: etcd", "below: fabric"
  };

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

  @Test
  void aPeakAtAnEndOfWhatWasMeasuredIsMissingTheOtherSide() {
    for (String end : List.of("4", "64")) {
      madeUp = new MadeUp(directory.resolve("end" + end));
      madeUp
          .counted("etcd", "4", "blocks decided", 9, 9)
          .counted("etcd", "16", "blocks decided", 8, 8)
          .counted("etcd", "64", "blocks decided", 9, 9);

      Judgement judgement =
          madeUp.judge(
              "kind: peak",
              "metric: blocks decided",
              "systems: [etcd]",
              "along: clients",
              "at-value: " + end);

      assertThat(judgement.verdict()).isEqualTo(NOT_MEASURED);
      assertThat(judgement.why()).isEqualTo("no result of etcd on both sides of clients " + end);
    }
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

  /** Of many ratios one lies outside by chance sooner than a single one. */
  @Test
  void theMoreRatiosAClaimHasTheMoreItTakesToContradictIt() {
    String[] level = {
      "kind: level", THROUGHPUT, "systems: [etcd]", "along: clients", "within: 1.2"
    };
    madeUp
        .committed("etcd", Map.of("clients", "1"), 9865, 10000, 10135)
        .committed("etcd", Map.of("clients", "64"), 12330, 12500, 12670);
    assertThat(madeUp.judge(level).verdict()).isEqualTo(CONTRADICTED);

    madeUp
        .committed("etcd", Map.of("clients", "4"), 10900, 11000, 11100)
        .committed("etcd", Map.of("clients", "16"), 10900, 11000, 11100);
    isUndecided(madeUp.judge(level), "spread");
  }
}
