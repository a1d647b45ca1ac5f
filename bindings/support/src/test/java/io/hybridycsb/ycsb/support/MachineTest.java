package io.hybridycsb.ycsb.support;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class MachineTest {
  @Test
  void aProcessInATimeNamespaceOfItsOwnHasAnotherClock() {
    assertThat(Machine.suffix("time:[4026531834]")).isEmpty();
    assertThat(Machine.suffix("time:[4026532285]")).isEqualTo(" time:[4026532285]");
  }

  @Test
  void theNameOfTheClockStaysTheSame() {
    assertThat(Machine.name()).isNotBlank().isEqualTo(Machine.name());
  }
}
