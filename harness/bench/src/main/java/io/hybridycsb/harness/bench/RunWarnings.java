package io.hybridycsb.harness.bench;

import io.hybridycsb.harness.bench.clients.Phases;
import io.hybridycsb.harness.bench.plan.RunSettings;
import io.hybridycsb.harness.results.ProcessCost;
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

  /** From this share of what is offered on, it is reached. */
  private static final double REACHED = 0.99;

  /** Of fewer completions a rate tells when one of them came. */
  private static final long COMPLETIONS_MIN = 20;

  private RunWarnings() {}

  /** What there is to tell of a run's rate. */
  static List<RunWarning> ofRate(RunSettings run, Phase phase) {
    List<RunWarning> warnings = new ArrayList<>();
    double done = phase.seconds() > 0 ? Phases.done(phase) / phase.seconds() : 0;
    run.rate().target().stream()
        .filter(offered -> done < REACHED * offered)
        .forEach(offered -> warnings.add(Kind.OFFERED_NOT_REACHED.of(offered, done)));
    if (phase.acknowledged() / run.batch() < COMPLETIONS_MIN) {
      warnings.add(Kind.FEW.of(phase.acknowledged(), run.batch()));
    }
    return warnings;
  }

  /**
   * What a run's figures are to be read with.
   *
   * @param cores of this machine
   */
  static List<RunWarning> of(Measured found, String commitMode, int cores) {
    List<RunWarning> warnings = new ArrayList<>();
    SortedMap<String, Long> uncommitted = Phases.uncommitted(found.phase());
    uncommitted.remove(YcsbReport.ABORTED);
    uncommitted.remove(YcsbReport.REFUSED);
    if (!uncommitted.isEmpty()) {
      warnings.add(Kind.UNCOMMITTED.of(uncommitted));
    }
    if (RunResult.isOnlyAccepted(commitMode)) {
      warnings.add(Kind.ONLY_ACCEPTED.of(commitMode));
    }
    double clients = found.coresBusy(cost -> cost.ranHere() && cost.ofClient());
    double busy = found.coresBusy(ProcessCost::ranHere);
    if (busy >= BUSY * cores && clients >= CLIENTS_SHARE * busy) {
      warnings.add(Kind.BUSY_CLIENTS.of(clients, cores));
    }
    warnings.addAll(ofHosts(found.clientHosts()));
    double thread = found.cpu().busiestClientThread();
    if (thread >= THREAD_BUSY) {
      warnings.add(Kind.BUSY_THREAD.of(100 * thread));
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
