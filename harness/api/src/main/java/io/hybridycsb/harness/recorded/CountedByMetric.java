package io.hybridycsb.harness.recorded;

import io.hybridycsb.harness.http.Loopback;
import io.hybridycsb.harness.http.MetricsPage;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/** The count that a metric of each server shows. */
public final class CountedByMetric implements RecordedWrites {
  private final Pages pages;
  private final Kept kept;
  private final String what;
  private final SortedMap<String, Integer> ports;
  private final String metric;
  private final Map<String, String> labels;

  /** How a server's page is read. */
  public interface Pages {
    /**
     * The text at a path.
     *
     * @param port on the loopback interface
     */
    String get(int port, String path) throws IOException, InterruptedException;
  }

  /** Of servers that show their metrics to everybody on the machine. */
  public CountedByMetric(
      Kept kept,
      String what,
      SortedMap<String, Integer> ports,
      String metric,
      Map<String, String> labels) {
    this(Loopback::get, kept, what, ports, metric, labels);
  }

  /**
   * @param ports of the servers' metrics, by server
   * @param labels that a sample of the metric has to have to be counted, with their values
   */
  public CountedByMetric(
      Pages pages,
      Kept kept,
      String what,
      SortedMap<String, Integer> ports,
      String metric,
      Map<String, String> labels) {
    this.pages = pages;
    this.kept = kept;
    this.what = what;
    this.ports = new TreeMap<>(ports);
    this.metric = metric;
    this.labels = Map.copyOf(labels);
  }

  @Override
  public Kept kept() {
    return kept;
  }

  @Override
  public String what() {
    return what;
  }

  @Override
  public SortedMap<String, Long> read() throws IOException, InterruptedException {
    SortedMap<String, Long> counts = new TreeMap<>();
    for (Map.Entry<String, Integer> server : ports.entrySet()) {
      counts.put(server.getKey(), sum(MetricsPage.parse(pages.get(server.getValue(), "/metrics"))));
    }
    return counts;
  }

  /** The samples' sum; 0 without any, because servers show some metrics from their first use on. */
  long sum(List<MetricsPage.Sample> page) {
    return page.stream()
        .filter(sample -> sample.name().equals(metric))
        .filter(sample -> sample.labels().entrySet().containsAll(labels.entrySet()))
        .mapToLong(sample -> Math.round(sample.value()))
        .sum();
  }
}
