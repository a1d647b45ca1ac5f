package io.hybridycsb.tso;

import io.hybridycsb.metrics.MetricsServer;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.io.IOException;
import java.net.InetSocketAddress;

/** An oracle's own metrics, beside those of every {@link MetricsServer}. */
final class TimestampOracleMetrics implements AutoCloseable {
  private final MetricsServer http;

  /**
   * Starts to listen.
   *
   * @throws IOException if the address can't be listened on
   */
  TimestampOracleMetrics(TimestampOracleServer oracle, InetSocketAddress listen)
      throws IOException {
    http = new MetricsServer(listen, oracle::isServing);
    MeterRegistry registry = http.registry();
    FunctionCounter.builder("tso.timestamps", oracle, TimestampOracleServer::timestamps)
        .description("Timestamps handed out since the start")
        .register(registry);
    Gauge.builder("tso.ceiling", oracle, TimestampOracleServer::ceiling)
        .description("The durable ceiling, below which timestamps may be handed out")
        .register(registry);
    Gauge.builder("tso.requests.waiting", oracle, TimestampOracleServer::waiting)
        .description("Requests that wait for a ceiling to be logged")
        .register(registry);
    Gauge.builder("tso.streams", oracle, TimestampOracleServer::streams)
        .description("Streams of clients that are open")
        .register(registry);
  }

  InetSocketAddress address() {
    return http.address();
  }

  @Override
  public void close() {
    http.close();
  }
}
