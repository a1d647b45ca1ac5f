package io.hybridycsb.harness.recorded;

import io.hybridycsb.harness.http.Loopback;
import io.hybridycsb.harness.http.MetricsPage;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The count that each server tells by itself.
 *
 * @param ports where servers are asked, by server
 * @param count asks one
 */
public record CountedByServer(Kept kept, String what, SortedMap<String, Integer> ports, Count count)
    implements RecordedWrites {
  /** Asks a server. */
  public interface Count {
    /**
     * What it has counted.
     *
     * @param port on the loopback interface
     */
    long of(int port) throws IOException, InterruptedException;
  }

  @Override
  public SortedMap<String, Long> read() throws IOException, InterruptedException {
    SortedMap<String, Long> counts = new TreeMap<>();
    for (Map.Entry<String, Integer> server : ports.entrySet()) {
      counts.put(server.getKey(), count.of(server.getValue()));
    }
    return counts;
  }

  /**
   * Asks for a metric.
   *
   * @param servers how their page is read
   * @param labels that a sample of the metric has to have to be counted, with their values
   */
  public static Count byMetric(Loopback servers, String metric, Map<String, String> labels) {
    return port -> sum(MetricsPage.parse(servers.get(port, "/metrics")), metric, labels);
  }

  /** The samples' sum; 0 without any, because servers show some metrics from their first use on. */
  static long sum(List<MetricsPage.Sample> page, String metric, Map<String, String> labels) {
    return page.stream()
        .filter(sample -> sample.name().equals(metric))
        .filter(sample -> sample.labels().entrySet().containsAll(labels.entrySet()))
        .mapToLong(sample -> Math.round(sample.value()))
        .sum();
  }
}
