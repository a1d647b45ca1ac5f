package io.hybridycsb.veritas.core.node;

import io.hybridycsb.veritas.core.log.LogCodec;
import io.hybridycsb.veritas.core.log.LogItem;
import io.hybridycsb.veritas.core.log.Outgoing;
import io.hybridycsb.veritas.core.log.SentRecords;
import io.hybridycsb.veritas.core.spi.LogEntry;
import io.hybridycsb.veritas.core.spi.SharedLog;
import io.hybridycsb.veritas.core.txn.TransactionChecker;
import io.hybridycsb.veritas.crypto.SigningKey;
import java.util.concurrent.CompletableFuture;

/** What a node's threads share. */
record NodeContext(
    Node.Parts parts,
    TransactionChecker checker,
    LogCodec codec,
    SentRecords sent,
    CommitWaiters waiters,
    StageTimes times) {

  static NodeContext of(Node.Parts parts, CommitWaiters waiters, StageTimes times) {
    TransactionChecker checker = new TransactionChecker(parts.cluster(), parts.options().limits());
    LogCodec codec = new LogCodec(parts.cluster(), checker);
    return new NodeContext(parts, checker, codec, new SentRecords(), waiters, times);
  }

  /**
   * Appends a record to the shared log.
   *
   * @return done when the log has it; fails when it may not have it
   */
  CompletableFuture<Void> append(Outgoing outgoing) {
    sent.add(outgoing);
    return log().append(outgoing.record());
  }

  /** A record as it came from the shared log, checked. */
  LogItem read(LogEntry entry) {
    LogItem own = sent.take(entry);
    return own == null ? codec.decode(entry) : own;
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
