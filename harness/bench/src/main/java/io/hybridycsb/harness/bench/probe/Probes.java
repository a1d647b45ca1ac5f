package io.hybridycsb.harness.bench.probe;

import io.hybridycsb.harness.system.SharedJvm;
import io.hybridycsb.harness.system.SystemData;
import io.hybridycsb.harness.system.SystemDescription;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Supplier;

/** All probes of a cluster's servers. */
public final class Probes {
  private static final String METRICS_SUFFIX = "-metrics";
  private static final String METRICS = "node1" + METRICS_SUFFIX;
  private static final String KAFKA = "kafka";

  private Probes() {}

  /**
   * The probes that this system's servers support.
   *
   * @param processes those that can be seen; none of an attached cluster's can
   * @param undisturbed whether no process is killed; a killed process loses its component times
   */
  public static List<Probe> of(
      SystemDescription system,
      Map<String, Integer> ports,
      Supplier<SortedMap<String, ProcessSnapshot>> processes,
      boolean undisturbed) {
    List<Probe> probes = new ArrayList<>();
    boolean isShared = processes.get().values().stream().anyMatch(Probes::isShared);
    if (ports.containsKey(METRICS)) {
      system
          .data()
          .measured()
          .blocks()
          .ifPresent(
              blocks -> probes.add(new BlocksProbe(tellingBlocks(blocks, ports), blocks.metric())));
    }
    if (undisturbed && !processes.get().isEmpty()) {
      List<Probe> fromOutside = CpuProbe.of(system, processes);
      probes.addAll(fromOutside.isEmpty() ? timers(ports) : fromOutside);
      if (!ofNodes(ports).isEmpty()) {
        probes.add(new NodeEventsProbe(ofNodes(ports).values(), isShared));
      }
    }
    List<Long> brokers =
        processes.get().entrySet().stream()
            .filter(process -> process.getKey().startsWith(KAFKA) || isShared(process.getValue()))
            .map(process -> process.getValue().pid())
            .toList();
    if (!brokers.isEmpty()) {
      probes.add(new KafkaProbe(brokers));
    }
    return probes;
  }

  /** Whether the broker runs in it, with the nodes. */
  private static boolean isShared(ProcessSnapshot process) {
    return process.role().equals(SharedJvm.ROLE);
  }

  private static List<Integer> tellingBlocks(SystemData.Blocks blocks, Map<String, Integer> ports) {
    return blocks.spread() ? List.copyOf(ofNodes(ports).values()) : List.of(ports.get(METRICS));
  }

  private static SortedMap<String, Integer> ofNodes(Map<String, Integer> ports) {
    SortedMap<String, Integer> ofNodes = new TreeMap<>(ports);
    ofNodes.keySet().removeIf(name -> !name.endsWith(METRICS_SUFFIX));
    return ofNodes;
  }

  private static List<Probe> timers(Map<String, Integer> ports) {
    SortedMap<String, Integer> ofNodes = ofNodes(ports);
    return ofNodes.isEmpty() ? List.of() : List.of(new ComponentsProbe(ofNodes.values()));
  }

  /**
   * @param before each probe's {@link Probe#counts} before the measured operations, in the same
   *     order
   * @param after the same, after them
   */
  public static List<Probe.Findings> findings(
      List<Probe> probes,
      List<SortedMap<String, Double>> before,
      List<SortedMap<String, Double>> after,
      int nodes) {
    List<Probe.Findings> findings = new ArrayList<>();
    for (int i = 0; i < probes.size(); i++) {
      SortedMap<String, Double> earlier = before.get(i);
      SortedMap<String, Double> counted = new TreeMap<>();
      // Without an earlier reading, the difference would include everything since the servers'
      // start.
      if (!earlier.isEmpty()) {
        after
            .get(i)
            .forEach((name, now) -> counted.put(name, now - earlier.getOrDefault(name, 0.0)));
      }
      findings.add(probes.get(i).findings(counted, nodes));
    }
    return findings;
  }
}
