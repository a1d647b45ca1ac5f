package io.hybridycsb.veritas.server.audit;

import io.hybridycsb.commands.Findings;
import io.hybridycsb.commands.Progress;
import io.hybridycsb.veritas.client.ClientOptions;
import io.hybridycsb.veritas.cluster.ClusterConfig;
import io.hybridycsb.veritas.core.txn.TransactionChecker;
import io.hybridycsb.veritas.crypto.SigningKey;
import io.hybridycsb.veritas.server.audit.NodeState.RemoteNodeState;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;

/** An audit of some nodes of a cluster: first their ledgers, then their state stores. */
public final class Audit {
  private final Chain chain = new Chain();
  private final StateReplay replay = new StateReplay();
  private final LedgerAudit ledgers;
  private final Findings findings;
  private final Progress progress;

  /**
   * An audit that has not begun.
   *
   * @param directories of the nodes' ledgers, by the nodes' names
   * @param findings takes what is wrong
   * @param progress says now and then how far the audit is
   */
  public Audit(
      Map<String, Path> directories,
      TransactionChecker transactions,
      BlockAttestation attestation,
      Findings findings,
      Progress progress) {
    this.findings = findings;
    this.progress = progress;
    List<NodeLedger> nodes = new ArrayList<>();
    directories.forEach((name, directory) -> nodes.add(new NodeLedger(name, directory)));
    ledgers =
        new LedgerAudit(
            nodes,
            new BlockChecks(transactions, attestation.format()),
            attestation,
            chain,
            replay,
            findings,
            progress);
  }

  /**
   * Audits the ledgers, and the state stores of the named nodes, read through the nodes.
   *
   * @param options also set how long the audit waits for a node that is behind
   */
  public void run(
      ClusterConfig cluster, Collection<String> names, SigningKey key, ClientOptions options) {
    List<NodeState> states =
        names.stream()
            .<NodeState>map(name -> new RemoteNodeState(cluster, name, key, options))
            .toList();
    try {
      run(states, options.timeoutMs());
    } finally {
      states.forEach(NodeState::close);
    }
  }

  /**
   * @param timeoutMs how long to wait for a node that is behind
   */
  void run(List<NodeState> states, long timeoutMs) {
    ledgers.advance();
    if (ledgers.isStateKnown()) {
      new StateAudit(ledgers, chain, replay, findings, progress, timeoutMs).run(states);
    }
  }

  /** What to say of ledgers and state stores that are right. */
  public List<String> passed(int nodes) {
    List<String> lines = new ArrayList<>();
    if (chain.newestTimestamp() > 0) {
      lines.add("newest timestamp: " + chain.newestTimestamp());
    }
    lines.add("committed transactions: " + ledgers.committed());
    lines.add(
        "audit passed: %d nodes, height %d, %d records, %d transactions of which %d committed, state root %s"
            .formatted(
                nodes,
                chain.height(),
                replay.records(),
                ledgers.transactions(),
                ledgers.committed(),
                HexFormat.of().formatHex(replay.root())));
    return lines;
  }

  /** Remarks that aren't faults. */
  public List<String> notes() {
    return ledgers.notes();
  }
}
