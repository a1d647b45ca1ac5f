package io.hybridycsb.harness.bench;

import io.hybridycsb.harness.bench.clients.Phases;
import io.hybridycsb.harness.results.RunResult;
import io.hybridycsb.harness.results.RunResult.Phase;
import io.hybridycsb.harness.results.RunWarning;
import io.hybridycsb.harness.results.RunWarning.Kind;
import io.hybridycsb.harness.ycsb.YcsbReport;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;

final class RunWarnings {
  /** A share of all cores; clients that use more are the bottleneck that is measured. */
  private static final double CLIENTS_BUSY = 0.7;

  private RunWarnings() {}

  /**
   * @param clientCores how many cores the clients kept busy, on average
   */
  static List<RunWarning> of(Phase phase, String commitMode, double clientCores, int cores) {
    List<RunWarning> warnings = new ArrayList<>();
    SortedMap<String, Long> uncommitted = Phases.uncommitted(phase);
    uncommitted.remove(YcsbReport.ABORTED);
    if (!uncommitted.isEmpty()) {
      warnings.add(Kind.UNCOMMITTED.of(uncommitted));
    }
    if (RunResult.isOnlyAccepted(commitMode)) {
      warnings.add(Kind.ONLY_ACCEPTED.of(commitMode));
    }
    if (clientCores > CLIENTS_BUSY * cores) {
      warnings.add(Kind.BUSY_CLIENTS.of(clientCores, cores));
    }
    return warnings;
  }
}
