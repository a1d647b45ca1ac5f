package io.hybridycsb.harness.bench.probe;

import io.hybridycsb.harness.http.MetricsPage;
import io.hybridycsb.harness.results.Counters;
import io.hybridycsb.harness.results.RunWarning;
import io.hybridycsb.harness.results.RunWarning.Kind;
import java.io.IOException;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/** How many blocks a system has decided, on all shards, from the metrics of its first node. */
final class BlocksProbe implements Probe {
  private final int port;
  private final String metric;

  /**
   * @param port of the node's metrics, on the loopback interface
   * @param metric the metric that counts the blocks
   */
  BlocksProbe(int port, String metric) {
    this.port = port;
    this.metric = metric;
  }

  @Override
  public SortedMap<String, Double> counts() {
    SortedMap<String, Double> counts = new TreeMap<>();
    try {
      for (MetricsPage.Sample sample : MetricsPage.read(port)) {
        if (sample.name().equals(metric)) {
          counts.merge(Counters.BLOCKS, sample.value(), Double::sum);
        }
      }
    } catch (IOException e) {
      // {@link #findings} warns if there are no counts.
      counts.clear();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return counts;
  }

  @Override
  public Findings findings(SortedMap<String, Double> counted, int nodes) {
    List<RunWarning> warnings = counted.isEmpty() ? List.of(Kind.BLOCKS_UNREAD.of()) : List.of();
    return new Findings(counted, new TreeMap<>(), "", warnings);
  }
}
