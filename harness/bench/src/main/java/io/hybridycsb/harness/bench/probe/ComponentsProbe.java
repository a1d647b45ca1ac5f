package io.hybridycsb.harness.bench.probe;

import io.hybridycsb.harness.http.MetricsPage;
import io.hybridycsb.harness.results.RunResult;
import io.hybridycsb.harness.results.RunWarning.Kind;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Where operations spent their time, by the timers in all nodes of one of our own systems (VLDB'22,
 * figure 6).
 *
 * @param ports of the nodes' metrics
 */
record ComponentsProbe(Collection<Integer> ports, Pages pages) implements Probe {
  static final String SOURCE =
      RunResult.TIMERS
          + " inside the servers: seconds that operations have spent in each component from arrival"
          + " at a node to the answer, summed over operations";

  private static final String SECONDS = "hybrid_component_seconds_total";
  private static final String OPERATIONS = "hybrid_operations_total";

  /** Reads what a node shows at a port. */
  interface Pages {
    List<MetricsPage.Sample> read(int port) throws IOException, InterruptedException;
  }

  ComponentsProbe(Collection<Integer> ports) {
    this(ports, MetricsPage::read);
  }

  @Override
  public SortedMap<String, Double> read() throws IOException, InterruptedException {
    SortedMap<String, Double> counts = new TreeMap<>();
    for (int port : ports) {
      add(pages.read(port), counts);
    }
    return counts;
  }

  static void add(List<MetricsPage.Sample> page, SortedMap<String, Double> counts) {
    for (MetricsPage.Sample sample : page) {
      if (sample.name().equals(SECONDS)) {
        String operation = sample.labels().get("operation");
        String component = sample.labels().get("component");
        counts.merge(component, sample.value(), Double::sum);
        counts.merge(
            "component seconds: %s, %s".formatted(operation, component),
            sample.value(),
            Double::sum);
      } else if (sample.name().equals(OPERATIONS)) {
        counts.merge(
            "operations at servers: " + sample.labels().get("operation"),
            sample.value(),
            Double::sum);
      }
    }
  }

  @Override
  public Findings findings(SortedMap<String, Double> counted, int nodes) {
    if (counted.isEmpty() || counted.values().stream().anyMatch(seconds -> seconds < 0)) {
      return Findings.warning(Kind.COMPONENTS_UNREAD.of());
    }
    SortedMap<String, Double> components = new TreeMap<>();
    SortedMap<String, Double> counters = new TreeMap<>();
    counted.forEach((name, value) -> (name.contains(":") ? counters : components).put(name, value));
    return new Findings(counters, components, SOURCE, new ArrayList<>());
  }
}
