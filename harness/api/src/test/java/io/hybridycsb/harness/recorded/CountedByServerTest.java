package io.hybridycsb.harness.recorded;

import static org.assertj.core.api.Assertions.assertThat;

import io.hybridycsb.harness.http.MetricsPage;
import java.util.Map;
import org.junit.jupiter.api.Test;

class CountedByServerTest {
  private static long sum(Map<String, String> labels, String... lines) {
    return CountedByServer.sum(MetricsPage.parse(String.join("\n", lines)), "writes_total", labels);
  }

  @Test
  void samplesOfTheMetricAreAddedUp() {
    assertThat(
            sum(
                Map.of(),
                "writes_total{shard=\"1\"} 3",
                "writes_total{shard=\"2\"} 1.25e2",
                "reads_total 7"))
        .isEqualTo(128);
  }

  @Test
  void samplesWithOtherLabelsAreNotCounted() {
    assertThat(
            sum(
                Map.of("code", "VALID"),
                "writes_total{chaincode=\"a\",code=\"VALID\"} 3",
                "writes_total{chaincode=\"a\",code=\"MVCC_READ_CONFLICT\"} 4"))
        .isEqualTo(3);
  }

  @Test
  void aServerThatDoesNotShowTheMetricYetHasRecordedNothing() {
    assertThat(sum(Map.of(), "reads_total 7")).isZero();
  }
}
