package io.hybridycsb.harness.ycsb;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.util.HashMap;
import java.util.Map;
import java.util.Properties;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import site.ycsb.measurements.Measurements;

class BenchWorkloadTest {
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

  @Test
  void aRunIsAskedToEndWhenItsInputEndsAndNotBefore() throws Exception {
    Measurements.setProperties(new Properties());
    BenchWorkload workload = new BenchWorkload();
    PipedOutputStream input = new PipedOutputStream();

    workload.endWith(new PipedInputStream(input));
    input.write('x');
    assertThat(workload.isStopRequested()).isFalse();

    input.close();
    Awaitility.await().until(workload::isStopRequested);
  }

  private static Map<Long, Integer> drawn(double constant) {
    BenchWorkload.Scattered keys = new BenchWorkload.Scattered(RECORDS, constant);
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
