package io.hybridycsb.harness.bench.probe;

import io.hybridycsb.harness.http.MetricsPage;
import io.hybridycsb.harness.results.Counters;
import java.io.IOException;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * How many frames nodes of our own systems have exchanged with clients, how often they have asked
 * Redis, and how many bytes they have allocated, by their metrics. What their nodes don't count is
 * missing.
 *
 * @param ports of all nodes' metrics, on the loopback interface
 * @param oneJvm whether the nodes share a JVM, so that each tells of all that it has allocated
 */
record NodeEventsProbe(Collection<Integer> ports, boolean oneJvm) implements Probe {
  private static final Map<String, String> COUNTERS =
      Map.of(
          "veritas_client_frames_total", Counters.CLIENT_FRAMES,
          "veritas_redis_round_trips_total", Counters.REDIS_ROUND_TRIPS,
          "hybrid_allocated_bytes_total", Counters.ALLOCATED);

  @Override
  public SortedMap<String, Double> read() throws IOException, InterruptedException {
    SortedMap<String, Double> counts = new TreeMap<>();
    for (int port : ports) {
      add(MetricsPage.read(port), oneJvm, counts);
    }
    return counts;
  }

  static void add(List<MetricsPage.Sample> page, boolean oneJvm, SortedMap<String, Double> counts) {
    for (MetricsPage.Sample sample : page) {
      String counter = COUNTERS.get(sample.name());
      if (oneJvm && Counters.ALLOCATED.equals(counter)) {
        // The last look at the JVM is the most recent one.
        counts.put(Counters.ALLOCATED_BY_SHARED_JVM, sample.value());
      } else if (counter != null) {
        counts.merge(counter, sample.value(), Double::sum);
      }
    }
  }

  @Override
  public Findings findings(SortedMap<String, Double> counted, int nodes) {
    return Findings.counted(counted);
  }
}
