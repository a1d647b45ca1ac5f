package io.hybridycsb.ycsb.outcome;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class TimeLimitTest {
  @Test
  void aLimitThatHasPassedLeavesNoTimeButForACall() {
    TimeLimit passed = TimeLimit.ofMs(-1_000);

    assertThat(passed.passed()).isTrue();
    assertThat(passed.leftMs()).isZero();
    assertThat(passed.callNs()).isEqualTo(1);
  }

  @Test
  void aLimitWithinAnotherIsTheEarlierOne() {
    TimeLimit late = TimeLimit.ofMs(3_600_000);
    TimeLimit passed = TimeLimit.ofMs(-1_000);

    assertThat(late.passed()).isFalse();
    assertThat(late.within(1_000).leftMs()).isLessThanOrEqualTo(1_000);
    assertThat(passed.within(1_000)).isEqualTo(passed);
  }
}
