package io.hybridycsb.veritas.server;

import static io.hybridycsb.metrics.MetricsClient.get;
import static org.assertj.core.api.Assertions.assertThat;

import io.hybridycsb.metrics.DashboardMetrics;
import io.hybridycsb.metrics.MetricsClient;
import io.hybridycsb.metrics.MetricsServer;
import io.hybridycsb.veritas.core.node.Node;
import io.hybridycsb.veritas.core.spi.InMemoryStateStore;
import io.hybridycsb.veritas.server.ClientGateway.ClientFrames;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

final class NodeMetricsTest {
  private static final long WAIT_MS = 60_000;

  @Test
  void aNodeIsAliveFromItsStartReadyWhenItServesAndTellsWhatTheDashboardShows() throws Exception {
    AtomicBoolean serves = new AtomicBoolean();
    ClientFrames frames = new ClientFrames();
    try (Node node = OneNode.over(new InMemoryStateStore());
        MetricsServer metrics =
            NodeMetrics.open(MetricsClient.ANY_PORT, node, serves::get, frames)) {
      assertThat(get(metrics.address(), "/healthz").statusCode()).isEqualTo(200);
      assertThat(get(metrics.address(), "/readyz").statusCode()).isEqualTo(503);
      frames.sent().increment();
      NodeMetrics.showRedis(metrics, new AtomicLong(7)::get);
      // What a counter asks isn't kept by the counter.
      System.gc();
      node.start();
      assertThat(node.awaitCaughtUp(WAIT_MS)).isTrue();
      assertThat(get(metrics.address(), "/readyz").statusCode()).isEqualTo(503);
      serves.set(true);
      assertThat(get(metrics.address(), "/readyz").statusCode()).isEqualTo(200);

      String scrape = get(metrics.address(), "/metrics").body();
      assertThat(DashboardMetrics.ofScrape(scrape))
          .containsAll(DashboardMetrics.named("veritas_"))
          .containsAll(DashboardMetrics.named("hybrid_"));
      assertThat(DashboardMetrics.ofScrape(scrape, "veritas_"))
          .isEqualTo(DashboardMetrics.documented("veritas_"));

      assertThat(scrape.lines())
          .doesNotContain("hybrid_allocated_bytes_total 0.0")
          .contains(
              "veritas_client_frames_total{direction=\"received\"} 0.0",
              "veritas_client_frames_total{direction=\"sent\"} 1.0",
              "veritas_redis_round_trips_total 7.0");

      serves.set(false);
      assertThat(get(metrics.address(), "/readyz").statusCode()).isEqualTo(503);
      assertThat(get(metrics.address(), "/healthz").statusCode()).isEqualTo(200);
    }
  }
}
