package io.hybridycsb.tso;

import io.hybridycsb.metrics.MetricsServer;

/** An oracle's own metrics, beside those of every {@link MetricsServer}. */
final class TimestampOracleMetrics {
  private TimestampOracleMetrics() {}

  static void show(MetricsServer metrics, TimestampOracleServer oracle) {
    metrics.counter("tso.timestamps", "Timestamps handed out since the start", oracle::timestamps);
    metrics.gauge(
        "tso.ceiling",
        "The durable ceiling, below which timestamps may be handed out",
        oracle::ceiling);
    metrics.gauge(
        "tso.requests.waiting", "Requests that wait for a ceiling to be logged", oracle::waiting);
    metrics.gauge("tso.streams", "Streams of clients that are open", oracle::streams);
  }
}
