package io.hybridycsb.metrics;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.hybridycsb.metrics.ComponentTimes.Component;
import io.hybridycsb.metrics.ComponentTimes.Operation;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.binder.jvm.JvmGcMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmMemoryMetrics;
import io.micrometer.core.instrument.binder.system.ProcessorMetrics;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/**
 * A server's HTTP endpoint: {@code /metrics} for Prometheus, {@code /healthz} while the process
 * lives, {@code /readyz} while it serves. Connections are bounded. One that is too slow to send its
 * request or take its answer is closed, so that it can't keep others waiting.
 */
public final class MetricsServer implements AutoCloseable {
  /** How many requests are read and answered at once. */
  static final int THREADS = 4;

  private static final int BACKLOG = 16;
  private static final int CONNECTIONS_MAX = 64;
  private static final int REQUEST_SECONDS = 5;
  private static final int ANSWER_SECONDS = 10;

  static {
    // The JDK's server takes its limits only from these, and reads them once, when it is loaded.
    limit("sun.net.httpserver.maxReqTime", REQUEST_SECONDS);
    limit("sun.net.httpserver.maxRspTime", ANSWER_SECONDS);
    limit("jdk.httpserver.maxConnections", CONNECTIONS_MAX);
  }

  private final PrometheusMeterRegistry registry =
      new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
  private final JvmGcMetrics gc = new JvmGcMetrics();
  private final ExecutorService executor =
      new ThreadPoolExecutor(
          THREADS,
          THREADS,
          0,
          TimeUnit.SECONDS,
          new LinkedBlockingQueue<>(CONNECTIONS_MAX),
          task -> {
            Thread thread = new Thread(task, "metrics");
            thread.setDaemon(true);
            return thread;
          });

  /** A counter's own reference doesn't keep them. */
  private final List<Supplier<Number>> counts = new ArrayList<>();

  private final Optional<HttpServer> server;

  /**
   * Starts to listen.
   *
   * @param listen empty: metrics are shown nowhere
   * @param ready whether the server serves
   * @throws IOException if the address can't be listened on
   */
  public MetricsServer(Optional<InetSocketAddress> listen, BooleanSupplier ready)
      throws IOException {
    new JvmMemoryMetrics().bindTo(registry);
    new ProcessorMetrics().bindTo(registry);
    gc.bindTo(registry);
    AllocatedBytes.ofThisJvm()
        .ifPresent(
            bytes ->
                counter(
                    "hybrid.allocated.bytes",
                    "Bytes of objects that the threads of this JVM have made",
                    bytes::total));
    server = listen.isEmpty() ? Optional.empty() : Optional.of(start(listen.get(), ready));
  }

  private HttpServer start(InetSocketAddress listen, BooleanSupplier ready) throws IOException {
    HttpServer server;
    try {
      server = HttpServer.create(listen, BACKLOG);
    } catch (IOException e) {
      throw new IOException(
          "cannot listen on %s:%d: %s"
              .formatted(listen.getHostString(), listen.getPort(), e.getMessage()),
          e);
    }
    server.setExecutor(executor);
    server.createContext("/metrics", exchange -> answer(exchange, 200, registry.scrape()));
    server.createContext("/healthz", exchange -> answer(exchange, 200, "alive\n"));
    server.createContext(
        "/readyz",
        exchange -> {
          boolean serves = ready.getAsBoolean();
          answer(exchange, serves ? 200 : 503, serves ? "ready\n" : "not ready\n");
        });
    server.start();
    return server;
  }

  private static void limit(String property, int most) {
    if (System.getProperty(property) == null) {
      System.setProperty(property, Integer.toString(most));
    }
  }

  /**
   * Shows times of the server's operations, as {@code hybrid_component_seconds_total} and {@code
   * hybrid_operations_total}.
   */
  public void show(ComponentTimes times) {
    for (Operation operation : Operation.values()) {
      register(times, operation);
    }
  }

  private void register(ComponentTimes times, Operation operation) {
    String name = operation.name().toLowerCase(Locale.ROOT);
    counter(
        "hybrid.operations",
        "Operations whose time is counted by component",
        () -> times.count(operation),
        "operation",
        name);
    for (Component component : Component.values()) {
      counter(
          "hybrid.component.seconds",
          "Time of operations from arrival to answer, summed over operations",
          () -> times.seconds(operation, component),
          "operation",
          name,
          "component",
          component.name().toLowerCase(Locale.ROOT));
    }
  }

  /**
   * Shows a value.
   *
   * @param tags names and values, in turn
   */
  public void gauge(String name, String description, Supplier<Number> value, String... tags) {
    Gauge.builder(name, value).description(description).tags(tags).register(registry);
  }

  /**
   * Shows a count, which never falls.
   *
   * @param tags names and values, in turn
   */
  public void counter(String name, String description, Supplier<Number> count, String... tags) {
    counts.add(count);
    FunctionCounter.builder(name, count, each -> each.get().doubleValue())
        .description(description)
        .tags(tags)
        .register(registry);
  }

  /** Where it listens. */
  public InetSocketAddress address() {
    return server.orElseThrow().getAddress();
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
    server.ifPresent(each -> each.stop(0));
    executor.shutdownNow();
    gc.close();
    registry.close();
  }
}
