package io.hybridycsb.harness.bench.probe;

import static org.assertj.core.api.Assertions.assertThat;

import io.hybridycsb.harness.http.MetricsPage;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class NodeEventsProbeTest {
  private static SortedMap<String, Double> counts(String... pages) {
    SortedMap<String, Double> counts = new TreeMap<>();
    for (String page : pages) {
      NodeEventsProbe.add(MetricsPage.parse(page), false, counts);
    }
    return counts;
  }

  @Test
  void framesOfBothDirectionsAreAddedUpOverAllNodes() {
    String page =
        """
        veritas_client_frames_total{direction="received"} 5.0
        veritas_client_frames_total{direction="sent"} 3.0
        veritas_redis_round_trips_total 2.0
        hybrid_allocated_bytes_total 1.5E6
        veritas_height_decided 9.0
        """;

    assertThat(counts(page, page))
        .isEqualTo(
            Map.of(
                "client frames",
                16.0,
                "Redis round trips",
                4.0,
                "bytes allocated by nodes",
                3_000_000.0));
  }

  @Test
  void nodesOfOneJvmTellOfItsBytesAndNotOfTheirOwn() {
    SortedMap<String, Double> counts = new TreeMap<>();
    NodeEventsProbe.add(MetricsPage.parse("hybrid_allocated_bytes_total 7.0"), true, counts);
    NodeEventsProbe.add(MetricsPage.parse("hybrid_allocated_bytes_total 9.0"), true, counts);

    assertThat(counts).isEqualTo(Map.of("bytes allocated by the shared JVM", 9.0));
  }

  @Test
  void whatNodesDoNotCountIsNotTakenForNothing() {
    assertThat(counts("hybrid_allocated_bytes_total 7.0"))
        .containsOnlyKeys("bytes allocated by nodes");
    assertThat(counts("immudb_uptime_hours 7.0")).isEmpty();
  }
}
