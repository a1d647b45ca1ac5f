package io.hybridycsb.veritas.server;

import io.hybridycsb.metrics.MetricsServer;
import io.hybridycsb.veritas.core.node.Node;
import io.hybridycsb.veritas.core.times.StageTimes.Stage;
import io.hybridycsb.veritas.server.ClientGateway.ClientFrames;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.Locale;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;

/** A node's own metrics, beside those of every {@link MetricsServer}. */
final class NodeMetrics {
  private NodeMetrics() {}

  /**
   * Starts to listen.
   *
   * @param serves whether clients are let in, which the node itself doesn't know
   * @param frames of clients
   * @throws IOException if the address can't be listened on
   */
  static MetricsServer open(
      Optional<InetSocketAddress> listen, Node node, BooleanSupplier serves, ClientFrames frames)
      throws IOException {
    MetricsServer metrics =
        new MetricsServer(listen, () -> serves.getAsBoolean() && node.isReady());
    metrics.show(node.times().components());
    metrics.gauge(
        "veritas.height.decided", "Height of the last decided block", () -> node.head().height());
    metrics.gauge("veritas.height.ordered", "Blocks read from the shared log", node::orderedHeight);
    metrics.gauge(
        "veritas.transactions.undecided",
        "Transactions admitted here and undecided",
        node::undecided);
    metrics.counter(
        "veritas.transactions.committed",
        "Committed transactions in the blocks that were written to the ledger",
        node::committed);
    for (Stage stage : Stage.values()) {
      metrics.counter(
          "veritas.stage.seconds",
          "Elapsed time spent in a stage",
          () -> node.times().seconds(stage),
          "stage",
          stage.name().toLowerCase(Locale.ROOT));
    }
    String description = "Frames that came from clients and went to them";
    metrics.counter(
        "veritas.client.frames", description, frames.received()::sum, "direction", "received");
    metrics.counter("veritas.client.frames", description, frames.sent()::sum, "direction", "sent");
    return metrics;
  }

  /** Shows how often the node has asked Redis. */
  static void showRedis(MetricsServer metrics, LongSupplier roundTrips) {
    metrics.counter(
        "veritas.redis.round.trips",
        "How often the node has sent something to Redis and waited for the answer",
        roundTrips::getAsLong);
  }
}
