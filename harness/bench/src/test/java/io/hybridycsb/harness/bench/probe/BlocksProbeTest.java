package io.hybridycsb.harness.bench.probe;

import static org.assertj.core.api.Assertions.assertThat;

import io.hybridycsb.harness.http.MetricsPage;
import io.hybridycsb.harness.results.Counters;
import io.hybridycsb.harness.results.RunWarning;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class BlocksProbeTest {
  private final BlocksProbe probe = new BlocksProbe(List.of(), "height");

  private static List<MetricsPage.Sample> page(String... lines) {
    return MetricsPage.parse(String.join("\n", lines));
  }

  @Test
  void blocksAreThoseOfAllShardsEachAsTheFurthestNodeHasIt() {
    assertThat(
            probe.counts(
                List.of(
                    page("height{shard=\"1\"} 10", "width 3"),
                    page("height{shard=\"1\"} 11", "height{shard=\"2\"} 5"),
                    page("height{shard=\"2\"} 4"))))
        .isEqualTo(Map.of(Counters.BLOCKS, 16.0));
  }

  @Test
  void nothingIsCountedWhenNobodyShowsAShardAnyMore() {
    List<MetricsPage.Sample> first = page("height{shard=\"1\"} 10");
    probe.counts(List.of(first, page("height{shard=\"2\"} 5")));

    assertThat(probe.counts(List.of(first))).isEmpty();
    assertThat(probe.findings(new TreeMap<>(), 2).warnings())
        .extracting(RunWarning::kind)
        .containsExactly(RunWarning.Kind.BLOCKS_UNREAD);
  }
}
