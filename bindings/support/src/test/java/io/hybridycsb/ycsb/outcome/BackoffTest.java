package io.hybridycsb.ycsb.outcome;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class BackoffTest {
  @Test
  void pausesGrowTwofoldAndAreBounded() {
    Backoff backoff = Backoff.ofMs(1);

    assertThat(backoff.longestNs(0)).isEqualTo(1_000_000);
    assertThat(backoff.longestNs(1)).isEqualTo(2_000_000);
    assertThat(backoff.longestNs(6)).isEqualTo(64_000_000);
    assertThat(backoff.longestNs(1000)).isEqualTo(64_000_000);
  }

  @Test
  void withoutPausesNothingIsWaitedFor() {
    Backoff none = Backoff.ofMs(0);

    assertThat(none.longestNs(1000)).isZero();
    none.pause(1000);
  }
}
