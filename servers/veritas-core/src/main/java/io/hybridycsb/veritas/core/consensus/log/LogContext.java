package io.hybridycsb.veritas.core.consensus.log;

import io.hybridycsb.veritas.core.consensus.Admission;
import io.hybridycsb.veritas.core.consensus.CommitWaiters;
import io.hybridycsb.veritas.core.consensus.NodeContext;
import io.hybridycsb.veritas.core.consensus.NodeOptions;
import io.hybridycsb.veritas.core.spi.LogEntry;
import io.hybridycsb.veritas.core.spi.SharedLog;
import io.hybridycsb.veritas.core.times.StageTimes;
import io.hybridycsb.veritas.crypto.SigningKey;
import java.util.concurrent.CompletableFuture;

/** What the threads of a node over a shared log share. */
record LogContext(
    String name,
    SigningKey key,
    NodeOptions options,
    int nodes,
    SharedLog log,
    LogCodec codec,
    SentRecords sent,
    Admission admission,
    CommitWaiters waiters,
    StageTimes times) {

  static LogContext of(NodeContext node, SharedLog log) {
    return new LogContext(
        node.name(),
        node.key(),
        node.options(),
        node.cluster().nodes().size(),
        log,
        new LogCodec(node.cluster(), node.checker()),
        new SentRecords(),
        new Admission(node.checker(), node.waiters(), node.options().admittedMax()),
        node.waiters(),
        node.times());
  }

  /**
   * Appends a record to the shared log.
   *
   * @return done when the log has it; fails when it may not have it
   */
  CompletableFuture<Void> append(Outgoing outgoing) {
    sent.add(outgoing);
    return log.append(outgoing.record());
  }

  /** A record as it came from the shared log, checked. */
  LogItem read(LogEntry entry) {
    LogItem own = sent.take(entry);
    return own == null ? codec.decode(entry) : own;
  }
}
