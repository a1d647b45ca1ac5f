package io.hybridycsb.harness.quickstart;

import io.hybridycsb.harness.bench.clients.Clients;
import io.hybridycsb.harness.bench.clients.HdrLogs;
import io.hybridycsb.harness.bench.clients.Phases;
import io.hybridycsb.harness.bench.steady.Look;
import io.hybridycsb.harness.results.RunResult.Phase;
import java.nio.file.Path;
import java.util.List;
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
 */
record Measured(Phase phase, SortedMap<String, Double> cpuSeconds, OptionalDouble compilerPercent) {

  /**
   * The part between two looks.
   *
   * @param logs the directory of the client's histogram logs
   */
  static Measured between(
      Look begin, Look end, Clients.Outcome outcome, Path logs, List<String> clients) {
    HdrLogs read = HdrLogs.read(logs, clients, new HdrLogs.Part(begin.wallMs(), end.wallMs()));
    SortedMap<String, Double> byRole = new TreeMap<>();
    end.costsSince(begin, Set.of())
        .values()
        .forEach(cost -> byRole.merge(cost.role(), cost.cpuSeconds(), Double::sum));
    return new Measured(Phases.of(outcome, read), byRole, end.compilerPercentSince(begin));
  }

  /** Milliseconds of CPU time for each committed operation; NaN if none was committed. */
  double cpuMsPerOperation() {
    double seconds = cpuSeconds.values().stream().mapToDouble(Double::doubleValue).sum();
    return phase.committed() == 0 ? Double.NaN : seconds * 1000 / phase.committed();
  }
}
