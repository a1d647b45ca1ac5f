package io.hybridycsb.veritas.server;

import io.hybridycsb.metrics.MetricsServer;
import io.hybridycsb.veritas.core.node.Node;
import io.hybridycsb.veritas.core.times.StageTimes.Stage;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.Locale;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import java.util.function.ToDoubleFunction;

/** A node's own metrics, beside those of every {@link MetricsServer}. */
final class MetricsEndpoint implements AutoCloseable {
  /** Kept here, since a counter's own reference doesn't keep it. */
  private LongSupplier redis;

  private final MetricsServer server;

  /**
   * Starts to listen.
   *
   * @param serves whether clients are let in, which the node itself doesn't know
   * @throws IOException if the address can't be listened on
   */
  MetricsEndpoint(Node node, InetSocketAddress listen, BooleanSupplier serves) throws IOException {
    server = new MetricsServer(listen, () -> serves.getAsBoolean() && node.isReady());
    server.show(node.times().components());
    gauge(
        "veritas.height.decided", "Height of the last decided block", node, n -> n.head().height());
    gauge("veritas.height.ordered", "Blocks read from the shared log", node, Node::orderedHeight);
    gauge(
        "veritas.transactions.undecided",
        "Transactions admitted here and undecided",
        node,
        Node::undecided);
    FunctionCounter.builder("veritas.transactions.committed", node, Node::committed)
        .description("Committed transactions in the blocks that were written to the ledger")
        .register(registry());
    for (Stage stage : Stage.values()) {
      FunctionCounter.builder("veritas.stage.seconds", node, n -> n.times().seconds(stage))
          .description("Elapsed time spent in a stage")
          .tag("stage", stage.name().toLowerCase(Locale.ROOT))
          .register(registry());
    }
  }

  /** Shows the frames of clients. */
  void show(ClientFrames frames) {
    frames(frames, "received", ClientFrames::received);
    frames(frames, "sent", ClientFrames::sent);
  }

  private void frames(ClientFrames frames, String direction, ToDoubleFunction<ClientFrames> count) {
    FunctionCounter.builder("veritas.client.frames", frames, count)
        .description("Frames that came from clients and went to them")
        .tag("direction", direction)
        .register(registry());
  }

  /** Shows how often the node has asked Redis. */
  void showRedis(LongSupplier roundTrips) {
    redis = roundTrips;
    FunctionCounter.builder("veritas.redis.round.trips", redis, trips -> (double) trips.getAsLong())
        .description("How often the node has sent something to Redis and waited for the answer")
        .register(registry());
  }

  InetSocketAddress address() {
    return server.address();
  }

  private MeterRegistry registry() {
    return server.registry();
  }

  private void gauge(String name, String description, Node node, ToDoubleFunction<Node> value) {
    Gauge.builder(name, node, value).description(description).register(registry());
  }

  @Override
  public void close() {
    server.close();
  }
}
