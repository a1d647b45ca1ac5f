package io.hybridycsb.veritas.server;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.hybridycsb.veritas.core.node.ComponentTimes;
import io.hybridycsb.veritas.core.node.ComponentTimes.Component;
import io.hybridycsb.veritas.core.node.ComponentTimes.Operation;
import io.hybridycsb.veritas.core.node.Node;
import io.hybridycsb.veritas.core.node.StageTimes.Stage;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.jvm.JvmGcMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmMemoryMetrics;
import io.micrometer.core.instrument.binder.system.ProcessorMetrics;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * What a node tells over HTTP: {@code /metrics} for Prometheus, {@code /healthz} while the process
 * lives, {@code /readyz} while it serves.
 */
final class MetricsEndpoint implements AutoCloseable {
  private static final int BACKLOG = 16;

  private final PrometheusMeterRegistry registry =
      new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
  private final JvmGcMetrics gc = new JvmGcMetrics();
  private final ExecutorService executor =
      Executors.newSingleThreadExecutor(
          task -> {
            Thread thread = new Thread(task, "metrics");
            thread.setDaemon(true);
            return thread;
          });
  private final HttpServer server;

  /**
   * Starts to listen.
   *
   * @throws IOException if the address can't be listened on
   */
  MetricsEndpoint(Node node, InetSocketAddress listen) throws IOException {
    register(node);
    server = HttpServer.create(listen, BACKLOG);
    server.setExecutor(executor);
    server.createContext("/metrics", exchange -> answer(exchange, 200, registry.scrape()));
    server.createContext("/healthz", exchange -> answer(exchange, 200, "alive\n"));
    server.createContext(
        "/readyz",
        exchange ->
            answer(
                exchange, node.isReady() ? 200 : 503, node.isReady() ? "ready\n" : "not ready\n"));
    server.start();
  }

  private void register(Node node) {
    new JvmMemoryMetrics().bindTo(registry);
    new ProcessorMetrics().bindTo(registry);
    gc.bindTo(registry);
    gauge(
        "veritas.height.decided", "Height of the last decided block", node, n -> n.head().height());
    gauge("veritas.height.ordered", "Blocks read from the shared log", node, Node::orderedHeight);
    gauge(
        "veritas.transactions.undecided",
        "Transactions admitted here and undecided",
        node,
        Node::undecided);
    for (Stage stage : Stage.values()) {
      FunctionCounter.builder("veritas.stage.seconds", node, n -> n.times().seconds(stage))
          .description("Elapsed time spent in a stage")
          .tag("stage", stage.name().toLowerCase(Locale.ROOT))
          .register(registry);
    }
    for (Operation operation : Operation.values()) {
      registerComponents(node.times().components(), operation);
    }
  }

  private void registerComponents(ComponentTimes times, Operation operation) {
    String name = operation.name().toLowerCase(Locale.ROOT);
    FunctionCounter.builder("hybrid.operations", times, t -> t.count(operation))
        .description("Operations whose time is counted by component")
        .tag("operation", name)
        .register(registry);
    for (Component component : Component.values()) {
      FunctionCounter.builder(
              "hybrid.component.seconds", times, t -> t.seconds(operation, component))
          .description("Time of operations from arrival to answer, summed over operations")
          .tag("operation", name)
          .tag("component", component.name().toLowerCase(Locale.ROOT))
          .register(registry);
    }
  }

  private void gauge(
      String name, String description, Node node, java.util.function.ToDoubleFunction<Node> value) {
    Gauge.builder(name, node, value).description(description).register((MeterRegistry) registry);
  }

  private static void answer(HttpExchange exchange, int status, String text) throws IOException {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    exchange.getResponseHeaders().set("Content-Type", "text/plain; version=0.0.4; charset=utf-8");
    exchange.sendResponseHeaders(status, bytes.length);
    exchange.getResponseBody().write(bytes);
    exchange.close();
  }

  @Override
  public void close() {
    server.stop(0);
    executor.shutdownNow();
    gc.close();
    registry.close();
  }
}
