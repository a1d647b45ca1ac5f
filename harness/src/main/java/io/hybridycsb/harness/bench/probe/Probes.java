package io.hybridycsb.harness.bench.probe;

import io.hybridycsb.harness.system.SystemDescription;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Supplier;

/** What is counted at a cluster's servers. */
public final class Probes {
  private static final String METRICS_SUFFIX = "-metrics";
  private static final String METRICS = "node1" + METRICS_SUFFIX;
  private static final String KAFKA = "kafka";

  private Probes() {}

  /**
   * What this system's servers can tell.
   *
   * @param undisturbed whether all processes are meant to live on; whoever is killed takes along
   *     what its time went to
   */
  public static List<Probe> of(
      SystemDescription system,
      Map<String, Integer> ports,
      Supplier<SortedMap<String, SeenProcess>> processes,
      boolean undisturbed) {
    List<Probe> probes = new ArrayList<>();
    if (ports.containsKey(METRICS)) {
      system
          .blocksMetric()
          .ifPresent(metric -> probes.add(new BlocksProbe(ports.get(METRICS), metric)));
    }
    if (undisturbed) {
      SortedMap<String, Integer> ofNodes = metricsPorts(ports);
      probes.addAll(
          ofNodes.isEmpty()
              ? CpuProbe.of(system, processes)
              : List.of(new ComponentsProbe(ofNodes)));
    }
    processes
        .get()
        .forEach(
            (name, process) -> {
              if (name.startsWith(KAFKA)) {
                probes.add(new KafkaProbe(process.pid()));
              }
            });
    return probes;
  }

  private static SortedMap<String, Integer> metricsPorts(Map<String, Integer> ports) {
    SortedMap<String, Integer> ofNodes = new TreeMap<>();
    ports.forEach(
        (name, port) -> {
          if (name.endsWith(METRICS_SUFFIX)) {
            ofNodes.put(name, port);
          }
        });
    return ofNodes;
  }

  /**
   * @param before what {@link Probe#counts} told before the measured operations, in the same order
   */
  public static List<Probe.Findings> findings(
      List<Probe> probes, List<SortedMap<String, Double>> before, int nodes) {
    List<Probe.Findings> findings = new ArrayList<>();
    for (int i = 0; i < probes.size(); i++) {
      SortedMap<String, Double> earlier = before.get(i);
      SortedMap<String, Double> counted = new TreeMap<>();
      // What couldn't be read before would count with all since the servers' start, the load too.
      if (!earlier.isEmpty()) {
        probes
            .get(i)
            .counts()
            .forEach((name, now) -> counted.put(name, now - earlier.getOrDefault(name, 0.0)));
      }
      findings.add(probes.get(i).findings(counted, nodes));
    }
    return findings;
  }
}
