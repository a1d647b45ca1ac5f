package io.hybridycsb.harness.bench.plan;

import java.util.SortedMap;
import java.util.stream.Collectors;

/**
 * One point of an experiment, for one system.
 *
 * @param varied this point's values of what the experiment varies
 */
public record Point(
    Experiment experiment,
    String system,
    SortedMap<String, String> varied,
    ClusterSettings cluster,
    RunSettings run) {

  /** The name for output and for the directory: {@code clients=8,nodes=4}. */
  public String label() {
    return varied.isEmpty()
        ? "default"
        : varied.entrySet().stream()
            .map(entry -> entry.getKey() + "=" + entry.getValue())
            .collect(Collectors.joining(","));
  }

  public String directoryName() {
    return label().replaceAll("[^A-Za-z0-9=,._-]", "_");
  }
}
