package io.hybridycsb.harness.bench.saturate;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class BoundTest {
  private static final Bound BOUND = new Bound(100);

  /** Of a thousand a second that ten clients are to send in ten seconds. */
  private static String reason(long answered, long committed, double within) {
    return BOUND.reasonAgainst(new Outcome(1000, 10, 10, answered, committed, within, 5, 5));
  }

  @Test
  void aRateIsHeldIf99PercentOfWhatWasDueAreCommittedWithinTheBound() {
    assertThat(reason(10_000, 10_000, 10_000)).isEmpty();
    assertThat(reason(10_000, 9_900, 9_900)).isEmpty();
    assertThat(reason(10_000, 10_000, 9_900)).isEmpty();
    assertThat(reason(9_900, 9_900, 9_900)).isEmpty();
  }

  @Test
  void aSlowAnswerAMissingOneAndOneThatIsNoCommitEachAreBeyondTheBound() {
    assertThat(reason(10_000, 10_000, 9_899))
        .isEqualTo("only 98.9 % of what was due was committed within 100 ms (1.0 % was slower)");
    assertThat(reason(10_000, 9_899, 9_899))
        .isEqualTo(
            "only 98.9 % of what was due was committed within 100 ms (1.0 % did not commit)");
    assertThat(reason(9_800, 9_800, 9_800))
        .isEqualTo(
            "only 98.1 % of what was due was committed within 100 ms (1.9 % was not answered)");
    assertThat(reason(5_000, 2_500, 1_000))
        .isEqualTo(
            "only 10.0 % of what was due was committed within 100 ms (15.0 % was slower,"
                + " 25.0 % did not commit, 49.9 % was not answered)");
    assertThat(reason(0, 0, 0)).isNotEmpty();
  }

  /** Each kind alone is less than one in a hundred. */
  @Test
  void operationsWithoutAnAnswerCountWithThoseThatWereSlow() {
    long committed = 9_910;

    assertThat(reason(10_000, committed, 0.99 * committed))
        .isEqualTo(
            "only 98.1 % of what was due was committed within 100 ms (1.0 % was slower,"
                + " 0.9 % did not commit)");
  }

  @Test
  void oneOperationOfEachClientMayBeUnderWayButNoneThatWasDueLongerAgoThanTheBound() {
    assertThat(new Bound(10_000).reasonAgainst(new Outcome(2, 20, 4, 33, 33, 33, 0, 0))).isEmpty();
    assertThat(new Bound(10_000).reasonAgainst(new Outcome(2, 20, 4, 32, 32, 32, 0, 0)))
        .isNotEmpty();
    assertThat(BOUND.reasonAgainst(new Outcome(2, 20, 4, 33, 33, 33, 0, 0))).isNotEmpty();
  }

  @Test
  void aRateWithMoreClientsThanOperationsUnderWayIsNotHeldIfOneInThirteenIsMissing() {
    assertThat(BOUND.reasonAgainst(new Outcome(100, 30, 200, 2772, 2772, 2772, 20, 90)))
        .isEqualTo(
            "only 93.3 % of what was due was committed within 100 ms (6.6 % was not answered)");
  }

  /** All that is missing may be under way within so long a bound. */
  @Test
  void aRateThatFallsBehindIsNotHeldThoughTheRunEndsBeforeTheBound() {
    Bound bound = new Bound(5000);

    assertThat(bound.reasonAgainst(new Outcome(100, 5, 200, 296, 296, 294, 3_300, 4_600)))
        .isEqualTo(
            "it falls behind: the median was 3,300 ms in the first third of the run and 4,600 ms"
                + " in the last");
    assertThat(bound.reasonAgainst(new Outcome(100, 30, 200, 2_850, 2_850, 2_850, 900, 1_900)))
        .startsWith("it falls behind");
  }

  @Test
  void aRateThatKeepsUpIsHeldThoughItsLatencyGrowsOrItsLastBlockIsLate() {
    Bound bound = new Bound(5000);

    assertThat(bound.reasonAgainst(new Outcome(100, 30, 200, 3_000, 3_000, 3_000, 900, 1_900)))
        .isEmpty();
    assertThat(bound.reasonAgainst(new Outcome(100, 30, 200, 2_850, 2_850, 2_850, 900, 950)))
        .isEmpty();
  }

  @Test
  void millisecondsHaveDecimalsWhereTheyAreFew() {
    assertThat(Bound.ms(1234.6)).isEqualTo("1,235 ms");
    assertThat(Bound.ms(2.345)).isEqualTo("2.3 ms");
    assertThat(Bound.ms(0.05)).isEqualTo("0.05 ms");
    assertThat(Bound.ms(100)).isEqualTo("100 ms");
    assertThat(Bound.ms(5)).isEqualTo("5.0 ms");
  }
}
