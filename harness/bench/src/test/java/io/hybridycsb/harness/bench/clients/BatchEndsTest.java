package io.hybridycsb.harness.bench.clients;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class BatchEndsTest {
  /** Three batches of 2,048 that end every 13 seconds: 2,048 in 13 seconds. */
  @Test
  void aRateIsOfTheBatchesAfterTheFirst() {
    BatchEnds ends = new BatchEnds();
    for (int second = 0; second < 40; second++) {
      ends.add(1_000L * (second + 1), second % 13 == 0 && second < 39 ? 2_048 : 0);
    }

    assertThat(3 * 2_048 / ends.seconds()).isCloseTo(2_048 / 13.0, within(1e-9));
  }

  @Test
  void clientsOfSeveralProcessesCountTogetherInAnyOrder() {
    BatchEnds ends = new BatchEnds();
    ends.add(3_000, 10);
    ends.add(1_000, 10);
    ends.add(1_000, 10);
    ends.add(2_000, 20);

    assertThat(50 / ends.seconds()).isCloseTo(15.0, within(1e-9));
  }

  @Test
  void whatEndsAtOnceHasNoRate() {
    BatchEnds ends = new BatchEnds();
    assertThat(ends.seconds()).isZero();
    ends.add(1_000, 10);
    assertThat(ends.seconds()).isZero();
  }
}
