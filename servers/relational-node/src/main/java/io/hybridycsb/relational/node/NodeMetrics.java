package io.hybridycsb.relational.node;

import io.hybridycsb.metrics.MetricsServer;
import io.hybridycsb.relational.node.database.ChainDatabase;
import io.hybridycsb.relational.proto.Outcome;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.Locale;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;

/** A node's own metrics, beside those of every {@link MetricsServer}. */
final class NodeMetrics implements AutoCloseable {
  private final MetricsServer server;

  /**
   * Starts to listen.
   *
   * @throws IOException if the address can't be listened on
   */
  NodeMetrics(
      InetSocketAddress listen,
      BooleanSupplier serves,
      NodeCounts counts,
      ChainDatabase database,
      Commits commits,
      WaitingBytes waiting)
      throws IOException {
    server = new MetricsServer(listen, serves);
    gauge(
        "relational.height",
        "Height of the last committed block with transactions",
        database::height);
    gauge(
        "relational.definition.waiting.seconds",
        "How long a definition has waited for those who read its table, by now",
        () -> database.definitionWaitMs() / 1e3);
    gauge("relational.decided.height", "Height up to which all is decided", commits::height);
    gauge("relational.transactions.waiting", "Transactions waited for here", commits::waiting);
    gauge("relational.waiting.bytes", "Bytes of the transactions held here", waiting::held);
    count(counts, "relational.blocks", "Committed blocks with transactions", NodeCounts::blocks);
    count(counts, "relational.transactions", "Committed transactions", NodeCounts::transactions);
    count(
        counts,
        "relational.writes",
        "Committed calls of writes and of procedures",
        NodeCounts::writes);
    count(
        counts,
        "relational.execute.seconds",
        "Time to execute blocks",
        NodeCounts::executedSeconds);
    count(
        counts, "relational.commit.seconds", "Time to commit blocks", NodeCounts::committedSeconds);
    for (Outcome outcome : Outcome.values()) {
      if (outcome != Outcome.OUTCOME_UNSPECIFIED && outcome != Outcome.UNRECOGNIZED) {
        FunctionCounter.builder("relational.calls", counts, c -> c.calls(outcome))
            .description("Calls of committed transactions, by outcome")
            .tag("outcome", outcome.name().toLowerCase(Locale.ROOT))
            .register(server.registry());
      }
    }
  }

  private void gauge(String name, String description, Supplier<Number> value) {
    Gauge.builder(name, value).description(description).register(server.registry());
  }

  private void count(
      NodeCounts counts, String name, String description, ToDoubleFunction<NodeCounts> value) {
    FunctionCounter.builder(name, counts, value)
        .description(description)
        .register(server.registry());
  }

  @Override
  public void close() {
    server.close();
  }
}
