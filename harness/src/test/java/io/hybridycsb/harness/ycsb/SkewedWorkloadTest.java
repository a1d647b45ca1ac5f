package io.hybridycsb.harness.ycsb;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SkewedWorkloadTest {
  private static final long RECORDS = 100;
  private static final int DRAWS = 100_000;

  @Test
  void everyRecordIsDrawnAndTheHigherTheConstantTheMoreOftenTheMostPopular() {
    Map<Long, Integer> mild = drawn(0.2);
    Map<Long, Integer> strong = drawn(0.9);

    assertThat(mild.keySet()).allMatch(key -> key >= 0 && key < RECORDS);
    assertThat(mild).hasSize((int) RECORDS);
    assertThat(most(strong)).isGreaterThan(2 * most(mild));
  }

  private static Map<Long, Integer> drawn(double constant) {
    SkewedWorkload.Scattered keys = new SkewedWorkload.Scattered(RECORDS, constant);
    Map<Long, Integer> counts = new HashMap<>();
    for (int i = 0; i < DRAWS; i++) {
      counts.merge(keys.nextValue().longValue(), 1, Integer::sum);
    }
    return counts;
  }

  private static int most(Map<Long, Integer> counts) {
    return counts.values().stream().mapToInt(Integer::intValue).max().orElseThrow();
  }
}
