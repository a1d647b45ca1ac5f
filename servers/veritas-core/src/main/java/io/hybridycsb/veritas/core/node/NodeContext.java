package io.hybridycsb.veritas.core.node;

import io.hybridycsb.veritas.core.log.LogCodec;
import io.hybridycsb.veritas.core.spi.SharedLog;
import io.hybridycsb.veritas.core.txn.TransactionChecker;
import io.hybridycsb.veritas.crypto.SigningKey;

/** What a node's threads share. */
record NodeContext(
    Node.Parts parts,
    TransactionChecker checker,
    LogCodec codec,
    CommitWaiters waiters,
    StageTimes times) {

  static NodeContext of(Node.Parts parts, CommitWaiters waiters, StageTimes times) {
    TransactionChecker checker = new TransactionChecker(parts.cluster(), parts.options().limits());
    return new NodeContext(parts, checker, new LogCodec(parts.cluster(), checker), waiters, times);
  }

  SharedLog log() {
    return parts.log();
  }

  NodeOptions options() {
    return parts.options();
  }

  SigningKey key() {
    return parts.key();
  }

  int nodes() {
    return parts.cluster().nodes().size();
  }
}
