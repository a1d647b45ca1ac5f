package io.hybridycsb.harness.bench.probe;

import io.hybridycsb.harness.files.Attempt;
import io.hybridycsb.harness.http.MetricsPage;
import io.hybridycsb.harness.results.Counters;
import io.hybridycsb.harness.results.RunWarning;
import io.hybridycsb.harness.results.RunWarning.Kind;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/** How many blocks a system has decided, on all shards, from the metrics of its nodes. */
final class BlocksProbe implements Probe {
  private final List<Integer> ports;
  private final String metric;

  /** The shards that were counted first; a node that holds one may have gone since. */
  private Set<SortedMap<String, String>> shards = Set.of();

  /**
   * @param ports of the metrics of nodes that hold all shards together, on the loopback interface
   * @param metric the metric that counts the blocks; its labels name the shard
   */
  BlocksProbe(List<Integer> ports, String metric) {
    this.ports = List.copyOf(ports);
    this.metric = metric;
  }

  @Override
  public SortedMap<String, Double> read() throws InterruptedException {
    List<List<MetricsPage.Sample>> pages = new ArrayList<>();
    for (int port : ports) {
      // If one doesn't answer, others may hold the same shards.
      Attempt.maybe(() -> MetricsPage.read(port)).ifPresent(pages::add);
    }
    return counts(pages);
  }

  /** Of each shard, what the furthest node has; nothing if a shard isn't shown any more. */
  SortedMap<String, Double> counts(List<List<MetricsPage.Sample>> pages) {
    Map<SortedMap<String, String>, Double> furthest = new HashMap<>();
    pages.stream()
        .flatMap(List::stream)
        .filter(sample -> sample.name().equals(metric))
        .forEach(sample -> furthest.merge(sample.labels(), sample.value(), Math::max));
    SortedMap<String, Double> counts = new TreeMap<>();
    if (!furthest.isEmpty() && furthest.keySet().containsAll(shards)) {
      shards = Set.copyOf(furthest.keySet());
      double all = furthest.values().stream().mapToDouble(Double::doubleValue).sum();
      counts.put(Counters.BLOCKS, all);
    }
    return counts;
  }

  @Override
  public Findings findings(SortedMap<String, Double> counted, int nodes) {
    List<RunWarning> warnings = counted.isEmpty() ? List.of(Kind.BLOCKS_UNREAD.of()) : List.of();
    return new Findings(counted, new TreeMap<>(), "", warnings);
  }
}
