package io.hybridycsb.harness.recorded;

import static org.assertj.core.api.Assertions.assertThat;

import io.hybridycsb.harness.http.MetricsPage;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class CountedByShardTest {
  private static final RecordedWrites.Kept ALL = RecordedWrites.Kept.BY_ALL_FOREVER;

  private final CountedByShard counted = new CountedByShard("writes", new TreeMap<>(), "writes");

  private static List<MetricsPage.Sample> page(String... lines) {
    return MetricsPage.parse(String.join("\n", lines));
  }

  @Test
  void aServerHasTheWritesOfItsShardsAndIsTrustedWithThoseOfOthers() {
    SortedMap<String, List<MetricsPage.Sample>> pages =
        new TreeMap<>(
            Map.of(
                "node1", page("writes{shard=\"1\"} 10", "reads{shard=\"1\"} 99"),
                "node2", page("writes{shard=\"1\"} 7", "writes{shard=\"2\"} 5"),
                "node3", page("writes{shard=\"2\"} 4")));

    assertThat(counted.kept()).isEqualTo(ALL);
    assertThat(counted.counts(pages))
        .isEqualTo(Map.of("node1", 10L + 5, "node2", 7L + 5, "node3", 10L + 4));
  }
}
