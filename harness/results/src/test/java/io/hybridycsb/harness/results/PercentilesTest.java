package io.hybridycsb.harness.results;

import static org.assertj.core.api.Assertions.assertThat;

import io.hybridycsb.harness.results.RunResult.Latency;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PercentilesTest {
  private static Latency latency(long count, Map<String, Double> percentilesMs) {
    return new Latency(count, 3, 1, 9, percentilesMs, "");
  }

  @Test
  void aPercentileIsToldIfAtLeastOneOperationLiesBeyondIt() {
    Map<Double, Long> leasts = Map.of(50.0, 2L, 90.0, 10L, 95.0, 20L, 99.0, 100L, 99.9, 1_000L);
    leasts.forEach(
        (percentile, least) -> {
          assertThat(Percentiles.isTold(percentile, least)).as("p%s", percentile).isTrue();
          assertThat(Percentiles.isTold(percentile, least - 1)).as("p%s", percentile).isFalse();
        });
    assertThat(Percentiles.isTold(99.99, 10_000)).isTrue();
    assertThat(Percentiles.isTold(99.99, 9_999)).isFalse();
  }

  /** Earlier releases wrote the longest of all under these names. */
  @Test
  void aPercentileOfAnEarlierResultThatTooFewOperationsTellIsMissing() {
    Latency earlier = latency(1_000, Map.of("99.9", 8.0, "99.99", 9.0));

    assertThat(Percentiles.ms(earlier, "99.9")).hasValue(8);
    assertThat(Percentiles.ms(earlier, "99.99")).isEmpty();
  }

  @Test
  void wordsLeaveOutWhatIsNotTold() {
    Map<String, Double> all = Map.of("50", 2.0, "99", 8.5);

    assertThat(Percentiles.inWords(latency(100, all), 1)).isEqualTo("p50 2.0 ms, p99 8.5 ms");
    assertThat(Percentiles.inWords(latency(99, all), 2)).isEqualTo("p50 2.00 ms");
    assertThat(Percentiles.inWords(latency(1, all), 1)).isEqualTo("mean 3.0 ms");
    assertThat(Percentiles.inWords(latency(100, Map.of()), 1)).isEqualTo("mean 3.0 ms");
  }
}
