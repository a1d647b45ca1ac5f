package io.hybridycsb.veritas.server.audit;

import io.hybridycsb.veritas.core.txn.TransactionChecker;
import java.util.List;

/** An audit of some nodes of a cluster: first their ledgers, then their state stores. */
final class Audit {
  private final Chain chain = new Chain();
  private final StateReplay replay = new StateReplay();
  private final LedgerAudit ledgers;
  private final Findings findings;
  private final Progress progress;

  Audit(
      List<NodeLedger> nodes,
      TransactionChecker transactions,
      BlockAttestation attestation,
      Findings findings,
      Progress progress) {
    ledgers =
        new LedgerAudit(
            nodes,
            new BlockChecks(transactions, attestation.format()),
            attestation,
            chain,
            replay,
            findings,
            progress);
    this.findings = findings;
    this.progress = progress;
  }

  /**
   * @param timeoutMs how long a node that is behind is waited for
   */
  void run(List<NodeState> states, long timeoutMs) {
    ledgers.advance();
    if (ledgers.isStateKnown()) {
      new StateAudit(ledgers, chain, replay, findings, progress, timeoutMs).run(states);
    }
  }

  /** The height up to which the ledgers were verified. */
  long height() {
    return chain.height();
  }

  /** Records of the state at that height. */
  long records() {
    return replay.records();
  }

  /** Transactions up to that height, whatever their outcomes. */
  long transactions() {
    return ledgers.transactions();
  }

  /** What is worth knowing and not wrong. */
  List<String> notes() {
    return ledgers.notes();
  }

  byte[] stateRoot() {
    return replay.root();
  }
}
