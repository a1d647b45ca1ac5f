package io.hybridycsb.harness.bench;

import io.hybridycsb.harness.bench.clients.Phases;
import io.hybridycsb.harness.results.ProcessCost.ClientHost;
import io.hybridycsb.harness.results.RunResult;
import io.hybridycsb.harness.results.RunResult.Phase;
import io.hybridycsb.harness.results.RunWarning;
import io.hybridycsb.harness.results.RunWarning.Kind;
import io.hybridycsb.harness.results.YcsbReport;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.SortedMap;

final class RunWarnings {
  /** From this share of all cores on, what takes most of them limits the throughput. */
  static final double BUSY = 0.8;

  static final double CLIENTS_SHARE = 0.5;

  /** From this share of a core on, a thread has hardly any left. */
  private static final double THREAD_BUSY = 0.9;

  private RunWarnings() {}

  /**
   * What the clients on this machine, and everything that is measured on it, took of it while
   * operations counted.
   *
   * @param clientCores how many cores the clients kept busy, on average
   * @param busyCores how many cores clients and servers kept busy
   * @param busiestClientThread the share of a core that the busiest thread of the clients took
   * @param cores of the machine
   * @param hosts other machines with clients
   */
  record Load(
      double clientCores,
      double busyCores,
      double busiestClientThread,
      int cores,
      Collection<ClientHost> hosts) {
    private boolean clientsAreMost() {
      return busyCores >= BUSY * cores && clientCores >= CLIENTS_SHARE * busyCores;
    }
  }

  static List<RunWarning> of(Phase phase, String commitMode, Load load) {
    List<RunWarning> warnings = new ArrayList<>();
    SortedMap<String, Long> uncommitted = Phases.uncommitted(phase);
    uncommitted.remove(YcsbReport.ABORTED);
    uncommitted.remove(YcsbReport.REFUSED);
    if (!uncommitted.isEmpty()) {
      warnings.add(Kind.UNCOMMITTED.of(uncommitted));
    }
    if (RunResult.isOnlyAccepted(commitMode)) {
      warnings.add(Kind.ONLY_ACCEPTED.of(commitMode));
    }
    if (load.clientsAreMost()) {
      warnings.add(Kind.BUSY_CLIENTS.of(load.clientCores(), load.cores()));
    }
    warnings.addAll(ofHosts(load.hosts()));
    if (load.busiestClientThread() >= THREAD_BUSY) {
      warnings.add(Kind.BUSY_THREAD.of(100 * load.busiestClientThread()));
    }
    return warnings;
  }

  /** Whatever keeps a host of clients busy, its clients wait for a core meanwhile. */
  private static List<RunWarning> ofHosts(Collection<ClientHost> hosts) {
    List<RunWarning> warnings = new ArrayList<>();
    for (ClientHost host : hosts) {
      double busy = host.coresBusy().orElse(0);
      if (host.coresBusy().isEmpty()) {
        warnings.add(Kind.HOST_UNSEEN.of(host.name()));
      } else if (busy >= BUSY * host.cores()) {
        warnings.add(Kind.BUSY_HOST.of(host.name(), busy, host.cores()));
      }
    }
    return warnings;
  }
}
