package io.hybridycsb.ycsb.support;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ClockNameTest {
  @Test
  void aProcessInATimeNamespaceOfItsOwnHasAnotherClock() {
    assertThat(ClockName.suffix("time:[4026531834]")).isEmpty();
    assertThat(ClockName.suffix("time:[4026532285]")).isEqualTo(" time:[4026532285]");
  }

  @Test
  void theNameOfTheClockStaysTheSame() {
    assertThat(ClockName.name()).isNotBlank().isEqualTo(ClockName.name());
  }
}
