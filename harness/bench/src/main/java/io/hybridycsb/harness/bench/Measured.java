package io.hybridycsb.harness.bench;

import io.hybridycsb.harness.bench.probe.Probe;
import io.hybridycsb.harness.results.ProcessCost;
import io.hybridycsb.harness.results.ProcessCost.ClientHost;
import io.hybridycsb.harness.results.RunResult.Phase;
import io.hybridycsb.harness.results.RunResult.Recorded;
import io.hybridycsb.harness.results.RunResult.WarmUp;
import io.hybridycsb.harness.results.YcsbReport;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Predicate;

/**
 * The measurements of one run.
 *
 * @param warmUp the part before the counted one; empty if all counts
 * @param recorded the writes that servers have recorded
 * @param reports what each client has printed at its end
 * @param processes the cluster's processes and the clients, while operations counted
 */
record Measured(
    Optional<WarmUp> warmUp,
    Phase phase,
    List<YcsbReport> reports,
    Recorded recorded,
    SortedMap<String, ProcessCost> processes,
    Cpu cpu,
    List<Probe.Findings> findings) {

  /**
   * CPU time of all processes.
   *
   * @param windowSeconds the time between the two looks at the processes; if all counts, the
   *     clients started and ended within it
   * @param busiestClientThread the share of a core that the busiest thread of the clients took; 0
   *     if unknown
   * @param compilerPercent what just-in-time compilers took of the CPU time while operations
   *     counted; empty if all counts
   * @param secondsBefore of all processes until counting began, since they started
   * @param othersCores how many cores of this machine other programs kept busy while clients ran;
   *     empty if unknown
   */
  record Cpu(
      double windowSeconds,
      double busiestClientThread,
      OptionalDouble compilerPercent,
      double secondsBefore,
      OptionalDouble othersCores) {}

  /** The other machines on which clients ran, each once. */
  Collection<ClientHost> clientHosts() {
    SortedMap<String, ClientHost> hosts = new TreeMap<>();
    processes.values().stream()
        .flatMap(cost -> cost.host().stream())
        .forEach(host -> hosts.put(host.name(), host));
    return hosts.values();
  }

  /** How many cores these processes kept busy, on average over the measured time. */
  double coresBusy(Predicate<ProcessCost> which) {
    double cpuSeconds =
        processes.values().stream().filter(which).mapToDouble(ProcessCost::cpuSeconds).sum();
    return cpu.windowSeconds > 0 ? cpuSeconds / cpu.windowSeconds : 0;
  }
}
