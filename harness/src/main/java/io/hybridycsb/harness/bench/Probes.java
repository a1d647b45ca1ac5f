package io.hybridycsb.harness.bench;

import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/** What is counted at a cluster's servers. */
final class Probes {
  private Probes() {}

  static List<Probe> of(BenchCluster cluster) {
    return List.of();
  }

  /**
   * @param before what {@link Probe#counts} told before the measured operations, in the same order
   */
  static List<Probe.Findings> findings(
      List<Probe> probes, List<SortedMap<String, Double>> before, int nodes) {
    List<Probe.Findings> findings = new ArrayList<>();
    for (int i = 0; i < probes.size(); i++) {
      SortedMap<String, Double> earlier = before.get(i);
      SortedMap<String, Double> counted = new TreeMap<>();
      probes
          .get(i)
          .counts()
          .forEach((name, now) -> counted.put(name, now - earlier.getOrDefault(name, 0.0)));
      findings.add(probes.get(i).findings(counted, nodes));
    }
    return findings;
  }
}
