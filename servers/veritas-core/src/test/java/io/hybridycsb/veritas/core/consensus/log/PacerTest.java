package io.hybridycsb.veritas.core.consensus.log;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class PacerTest {
  private static final long LINGER = 5_000_000;
  private static final long MS = 1_000_000;

  private long now;
  private long roundTrip = 1000 * MS;

  private Pacer after(int sharers, int transactionsEachMs, int ms) {
    Pacer pacer = new Pacer(LINGER, sharers, now);
    for (int i = 0; i < ms; i++) {
      now += MS;
      pacer.arrived(transactionsEachMs, now);
      pacer.took(roundTrip);
    }
    return pacer;
  }

  @Test
  void nothingWaitsBeforeAnythingHasComeIn() {
    assertThat(new Pacer(LINGER, 1, 0).waitNanos(0)).isZero();
  }

  @Test
  void nothingWaitsWhileNoMoreIsExpectedThanIsThere() {
    Pacer pacer = new Pacer(LINGER, 1, 0);
    pacer.arrived(1, 0);
    pacer.took(roundTrip);
    assertThat(pacer.waitNanos(0)).isZero();
  }

  @Test
  void underLoadTheWholeLimitIsWaited() {
    assertThat(after(1, 10, 200).waitNanos(now)).isEqualTo(LINGER);
  }

  @Test
  void noWaitIsLongerThanAQuarterOfTheTimeThatAnswersTake() {
    roundTrip = 8 * MS;
    assertThat(after(1, 10, 200).waitNanos(now)).isBetween(2 * MS - 1, 2 * MS);
  }

  @Test
  void whatComesFromAllNodesIsSharedAmongThem() {
    long alone = after(1, 1, 200).waitNanos(now);
    long shared = after(4, 1, 200).waitNanos(now);
    assertThat(shared).isLessThan(alone);
  }

  @Test
  void afterAPauseNothingWaits() {
    Pacer pacer = after(1, 10, 200);
    now += 1000 * MS;
    assertThat(pacer.waitNanos(now)).isZero();
  }
}
