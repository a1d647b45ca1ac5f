package io.hybridycsb.harness.quickstart;

import io.hybridycsb.harness.bench.clients.Clients;
import io.hybridycsb.harness.bench.clients.HdrLogs;
import io.hybridycsb.harness.bench.clients.Phases;
import io.hybridycsb.harness.bench.probe.EventCounts;
import io.hybridycsb.harness.bench.probe.Probe;
import io.hybridycsb.harness.bench.probe.Probes;
import io.hybridycsb.harness.bench.steady.Look;
import io.hybridycsb.harness.results.Events;
import io.hybridycsb.harness.results.ProcessCost;
import io.hybridycsb.harness.results.RunResult.Phase;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * A part of a workload's run.
 *
 * @param phase its operations
 * @param cpuSeconds by role, the client's among them
 * @param compilerPercent what just-in-time compilers took of it; empty if no CPU time was used
 * @param events what happened for each update, if that was counted
 */
record Measured(
    Phase phase,
    SortedMap<String, Double> cpuSeconds,
    OptionalDouble compilerPercent,
    Optional<Events> events) {

  /**
   * The part between two looks.
   *
   * @param logs the directory of the client's histogram logs
   * @param probes whose counts the looks have
   * @param nodes the number of the cluster's nodes
   */
  static Measured between(
      Look begin, Look end, Clients.Outcome outcome, Path logs, List<Probe> probes, int nodes) {
    List<String> clients = List.copyOf(outcome.use().keySet());
    HdrLogs read = HdrLogs.read(logs, clients, new HdrLogs.Part(begin.wallMs(), end.wallMs()));
    Phase phase = Phases.of(outcome, read);
    SortedMap<String, ProcessCost> costs = end.costsSince(begin, Set.of());
    double share = phase.seconds() > 0 ? end.secondsSince(begin) / phase.seconds() : 1;
    return new Measured(
        phase,
        cpuByRole(costs),
        end.compilerPercentSince(begin),
        EventCounts.of(phase, share, counters(begin, end, probes, nodes), costs.values()));
  }

  static SortedMap<String, Double> cpuByRole(SortedMap<String, ProcessCost> costs) {
    SortedMap<String, Double> byRole = new TreeMap<>();
    costs.values().forEach(cost -> byRole.merge(cost.role(), cost.cpuSeconds(), Double::sum));
    return byRole;
  }

  /** What probes have counted between two looks. */
  static SortedMap<String, Double> counters(Look begin, Look end, List<Probe> probes, int nodes) {
    SortedMap<String, Double> counters = new TreeMap<>();
    Probes.findings(probes, begin.counts(), end.counts(), nodes)
        .forEach(found -> counters.putAll(found.counters()));
    return counters;
  }

  /** Milliseconds of CPU time for each committed operation; NaN if none was committed. */
  double cpuMsPerOperation() {
    double seconds = cpuSeconds.values().stream().mapToDouble(Double::doubleValue).sum();
    return phase.committed() == 0 ? Double.NaN : seconds * 1000 / phase.committed();
  }
}
