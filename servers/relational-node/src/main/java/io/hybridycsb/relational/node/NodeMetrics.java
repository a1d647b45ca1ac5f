package io.hybridycsb.relational.node;

import io.hybridycsb.metrics.MetricsServer;
import io.hybridycsb.relational.node.database.ChainDatabase;
import io.hybridycsb.relational.proto.Outcome;
import java.util.Locale;

/** A node's own metrics, beside those of every {@link MetricsServer}. */
final class NodeMetrics {
  private NodeMetrics() {}

  static void show(
      MetricsServer metrics,
      NodeCounts counts,
      ChainDatabase database,
      Commits commits,
      WaitingBytes waiting) {
    metrics.gauge(
        "relational.height",
        "Height of the last committed block with transactions",
        database::height);
    metrics.gauge(
        "relational.definition.waiting.seconds",
        "How long a definition has waited for those who read its table, by now",
        () -> database.definitionWaitMs() / 1e3);
    metrics.gauge(
        "relational.decided.height", "Height up to which all is decided", commits::height);
    metrics.gauge(
        "relational.transactions.waiting", "Transactions waited for here", commits::waiting);
    metrics.gauge("relational.waiting.bytes", "Bytes of the transactions held here", waiting::held);
    metrics.counter("relational.blocks", "Committed blocks with transactions", counts::blocks);
    metrics.counter("relational.transactions", "Committed transactions", counts::transactions);
    metrics.counter(
        "relational.writes", "Committed calls of writes and of procedures", counts::writes);
    metrics.counter(
        "relational.execute.seconds", "Time to execute blocks", counts::executedSeconds);
    metrics.counter("relational.commit.seconds", "Time to commit blocks", counts::committedSeconds);
    for (Outcome outcome : Outcome.values()) {
      if (outcome != Outcome.OUTCOME_UNSPECIFIED && outcome != Outcome.UNRECOGNIZED) {
        metrics.counter(
            "relational.calls",
            "Calls of committed transactions, by outcome",
            () -> counts.calls(outcome),
            "outcome",
            outcome.name().toLowerCase(Locale.ROOT));
      }
    }
  }
}
