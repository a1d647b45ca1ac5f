package io.hybridycsb.harness.bench;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/** What is counted at a cluster's servers. */
final class Probes {
  private static final String VERITAS = "veritas-";
  private static final String METRICS = "node1-metrics";
  private static final String KAFKA = "kafka";

  private Probes() {}

  /** What this system's servers can tell. */
  static List<Probe> of(BenchCluster cluster) {
    List<Probe> probes = new ArrayList<>();
    Map<String, Integer> ports = cluster.ports();
    if (cluster.system().name().startsWith(VERITAS) && ports.containsKey(METRICS)) {
      probes.add(new BlocksProbe(ports.get(METRICS)));
    }
    cluster
        .processes()
        .forEach(
            (name, process) -> {
              if (name.startsWith(KAFKA)) {
                probes.add(new KafkaProbe(process.pid()));
              }
            });
    return probes;
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
