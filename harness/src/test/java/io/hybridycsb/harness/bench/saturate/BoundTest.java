package io.hybridycsb.harness.bench.saturate;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class BoundTest {
  private static final Bound BOUND = new Bound(100);

  @Test
  void aRateIsHeldUpToTheBoundAndDownTo99Percent() {
    assertThat(BOUND.reasonAgainst(10_000, 10, 10_000, 10_000, 100)).isEmpty();
    assertThat(BOUND.reasonAgainst(10_000, 10, 9_890, 9_890, 100)).isEmpty();
    assertThat(BOUND.reasonAgainst(10_000, 10, 10_000, 9_900, 1)).isEmpty();
  }

  @Test
  void aSlowAnswerAMissingOneAndOneThatIsNoCommitAreEachAReason() {
    assertThat(BOUND.reasonAgainst(10_000, 10, 10_000, 10_000, 100.1))
        .isEqualTo("p99 above 100 ms");
    assertThat(BOUND.reasonAgainst(10_000, 10, 9_889, 9_889, 1))
        .isEqualTo("only 98.9 % of what was offered was done");
    assertThat(BOUND.reasonAgainst(10_000, 10, 10_000, 9_899, 1))
        .isEqualTo("1.0 % of the operations did not commit");
    assertThat(BOUND.reasonAgainst(1_000, 1, 500, 250, 2_000))
        .isEqualTo(
            "50.0 % of the operations did not commit, only 50.0 % of what was offered was done,"
                + " p99 above 100 ms");
  }

  /** At two operations a second four clients have one each under way, or about to be sent. */
  @Test
  void oneOperationOfEachClientMayBeMissing() {
    assertThat(BOUND.reasonAgainst(10, 4, 6, 6, 50)).isEmpty();
    assertThat(BOUND.reasonAgainst(10, 4, 5, 5, 50)).isNotEmpty();
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
