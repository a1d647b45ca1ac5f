package io.hybridycsb.harness.bench.probe;

import io.hybridycsb.harness.results.RunWarning.Kind;
import io.hybridycsb.harness.system.SystemData.Components;
import io.hybridycsb.harness.system.SystemDescription;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Supplier;

/**
 * The processor time of each component of a system whose nodes don't time them, if its components
 * are separate processes. Waiting can't be seen, so the shares are of work, not of an operation's
 * time.
 */
record CpuProbe(Components components, Supplier<SortedMap<String, ProcessSnapshot>> processes)
    implements Probe {
  /** The probe of a system without timers of its own; empty for other systems. */
  static List<Probe> of(
      SystemDescription system, Supplier<SortedMap<String, ProcessSnapshot>> processes) {
    return system.data().measured().components().stream()
        .<Probe>map(components -> new CpuProbe(components, processes))
        .toList();
  }

  @Override
  public SortedMap<String, Double> read() {
    SortedMap<String, Double> counts = new TreeMap<>();
    processes
        .get()
        .values()
        .forEach(
            process -> {
              String component = components.byRole().get(process.role());
              if (component != null) {
                counts.merge(component, process.use().cpuSeconds(), Double::sum);
              }
            });
    return counts;
  }

  @Override
  public Findings findings(SortedMap<String, Double> counted, int nodes) {
    if (counted.values().stream().anyMatch(seconds -> seconds < 0)) {
      return Findings.warning(Kind.PROCESS_ENDED.of());
    }
    return new Findings(new TreeMap<>(), counted, components.explanation(), List.of());
  }
}
