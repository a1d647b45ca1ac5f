package io.hybridycsb.harness.bench.probe;

import static org.assertj.core.api.Assertions.assertThat;

import io.hybridycsb.harness.recorded.RecordedWrites;
import io.hybridycsb.harness.results.Counters;
import io.hybridycsb.harness.results.RunWarning;
import java.io.IOException;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class RecordedProbeTest {
  /** Servers with these counts. */
  private record Servers(Kept kept, Map<String, Long> counts) implements RecordedWrites {
    @Override
    public String what() {
      return "writes";
    }

    @Override
    public SortedMap<String, Long> read() throws IOException {
      if (counts.isEmpty()) {
        throw new IOException("connection refused");
      }
      return new TreeMap<>(counts);
    }
  }

  private static RecordedProbe probe(RecordedWrites.Kept kept, Map<String, Long> counts) {
    return new RecordedProbe(new Servers(kept, counts), () -> 1_500_000_000);
  }

  @Test
  void countedIsWhatAllServersHaveAndWhenTheyToldIt() {
    Map<String, Long> counts = Map.of("node1", 7L, "node2", 5L);

    assertThat(probe(RecordedWrites.Kept.BY_ALL_FOREVER, counts).counts())
        .isEqualTo(Map.of(Counters.RECORDED, 5.0, Counters.RECORDED_SECONDS, 1.5));
    assertThat(probe(RecordedWrites.Kept.BY_ONE_SINCE_START, counts).counts())
        .isEqualTo(Map.of(Counters.RECORDED, 12.0, Counters.RECORDED_SECONDS, 1.5));
  }

  @Test
  void serversThatDoNotTellAreAWarning() {
    RecordedProbe probe = probe(RecordedWrites.Kept.BY_ALL_FOREVER, Map.of());

    assertThat(probe.findings(probe.counts(), 4).warnings())
        .extracting(RunWarning::text)
        .containsExactly("how many writes servers have recorded couldn't be read before and after");
  }
}
