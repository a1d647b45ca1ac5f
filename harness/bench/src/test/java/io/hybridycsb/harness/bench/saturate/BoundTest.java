package io.hybridycsb.harness.bench.saturate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class BoundTest {
  private static final Bound BOUND = new Bound(100);

  /** Of a thousand a second that ten clients are to send in ten seconds. */
  private static String reason(long answered, long committed, double within) {
    return BOUND.reasonAgainst(
        new Bound.Outcome(1000, 10, 10, answered, committed, within, 1, new Bound.Medians(5, 5)));
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
            "only 98.0 % of what was due was committed within 100 ms (2.0 % was not answered)");
    assertThat(reason(5_000, 2_500, 1_000))
        .isEqualTo(
            "only 10.0 % of what was due was committed within 100 ms (15.0 % was slower,"
                + " 25.0 % did not commit, 50.0 % was not answered)");
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

  /** With a block each second they wait for half a second in the mean, and for a second at most. */
  @Test
  void asManyOperationsMayBeUnderWayAsTheirLatencyTellsAndNoMoreThanClients() {
    Bound bound = new Bound(10_000);

    assertThat(bound.reasonAgainst(answered(100, 30, 200, 2_900, 500))).isEmpty();
    assertThat(bound.reasonAgainst(answered(100, 30, 200, 2_800, 500)))
        .isEqualTo(
            "only 96.5 % of what was due was committed within 10,000 ms (3.4 % was not answered)");
    assertThat(bound.reasonAgainst(answered(100, 30, 20, 2_900, 500))).isNotEmpty();
    assertThat(BOUND.reasonAgainst(answered(100, 30, 200, 2_900, 500))).isNotEmpty();
  }

  @Test
  void aRateAtWhichMoreThanOnePercentWasNeverAnsweredIsNotHeldHoweverFewOperationsItHas() {
    assertThat(BOUND.reasonAgainst(answered(5, 10, 10, 45, 20))).isNotEmpty();
    assertThat(BOUND.reasonAgainst(answered(20, 10, 40, 191, 20))).isNotEmpty();
    assertThat(BOUND.reasonAgainst(answered(100, 10, 64, 980, 20))).isNotEmpty();
    assertThat(BOUND.reasonAgainst(answered(5, 30, 10, 145, 20))).isNotEmpty();
    assertThat(new Bound(10_000).reasonAgainst(answered(10, 10, 20, 75, 20))).isNotEmpty();
  }

  @Test
  void aTrialIsCalledTooShortIfWhatIsMissingMayNotHaveBeenDue() {
    assertThat(BOUND.reasonAgainst(answered(20, 10, 40, 191, 20)))
        .isEqualTo(
            "only 95.8 % of what was due was committed within 100 ms (4.1 % was not answered);"
                + " that may be chance, as 10 s are too short to tell at this rate: give more"
                + " seconds, or fewer clients");
    assertThat(BOUND.reasonAgainst(answered(20, 10, 40, 150, 20))).doesNotContain("chance");
  }

  @Test
  void theShareWithinTheBoundIsOfAllThatWasDueAndWhatIsExcusedIsSaid() {
    Bound bound = new Bound(10_000);

    assertThat(bound.within(answered(100, 30, 200, 2_900, 500))).isCloseTo(0.967, within(0.001));
    assertThat(bound.reservation(answered(100, 30, 200, 2_900, 500)))
        .isEqualTo(
            "though 3.3 % of what was due was not answered: so many may have been under way");
    assertThat(bound.reservation(answered(100, 30, 200, 2_980, 500))).isEmpty();
  }

  /** All of them committed within the bound. */
  private static Bound.Outcome answered(
      double perSecond, double seconds, int clients, long answered, double meanMs) {
    return new Bound.Outcome(
        perSecond,
        seconds,
        clients,
        answered,
        answered,
        answered,
        meanMs,
        new Bound.Medians(meanMs, meanMs));
  }

  @Test
  void aRateWithMoreClientsThanOperationsUnderWayIsNotHeldIfOneInThirteenIsMissing() {
    assertThat(
            BOUND.reasonAgainst(
                new Bound.Outcome(100, 30, 200, 2772, 2772, 2772, 50, new Bound.Medians(20, 90))))
        .isEqualTo(
            "only 92.7 % of what was due was committed within 100 ms (7.3 % was not answered)");
  }

  /** All that is missing may be under way within so long a bound. */
  @Test
  void aRateThatFallsBehindIsNotHeldThoughTheRunEndsBeforeTheBound() {
    Bound bound = new Bound(5000);

    assertThat(
            bound.reasonAgainst(
                new Bound.Outcome(
                    100, 5, 200, 300, 300, 299, 4000, new Bound.Medians(3_300, 4_600))))
        .isEqualTo(
            "it falls behind: the median was 3,300 ms in the first third of the run and 4,600 ms"
                + " in the last");
    assertThat(
            bound.reasonAgainst(
                new Bound.Outcome(
                    100, 30, 200, 2_850, 2_850, 2_850, 1_400, new Bound.Medians(900, 1_900))))
        .startsWith("it falls behind");
  }

  @Test
  void aRateThatKeepsUpIsHeldThoughItsLatencyGrowsOrItsLastBlockIsLate() {
    Bound bound = new Bound(5000);

    assertThat(
            bound.reasonAgainst(
                new Bound.Outcome(
                    100, 30, 200, 3_000, 3_000, 3_000, 1_400, new Bound.Medians(900, 1_900))))
        .isEmpty();
    assertThat(
            bound.reasonAgainst(
                new Bound.Outcome(
                    100, 30, 200, 2_850, 2_850, 2_850, 925, new Bound.Medians(900, 950))))
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
