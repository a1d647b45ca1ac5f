package io.hybridycsb.veritas.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.hybridycsb.metrics.DashboardMetrics;
import io.hybridycsb.veritas.core.node.Node;
import io.hybridycsb.veritas.core.spi.InMemoryStateStore;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

final class MetricsEndpointTest {
  private static final long WAIT_MS = 60_000;

  private static HttpResponse<String> get(MetricsEndpoint metrics, String path)
      throws IOException, InterruptedException {
    URI uri = URI.create("http://127.0.0.1:" + metrics.address().getPort() + path);
    return HttpClient.newHttpClient()
        .send(HttpRequest.newBuilder(uri).build(), HttpResponse.BodyHandlers.ofString());
  }

  @Test
  void aNodeIsAliveFromItsStartReadyWhenItServesAndTellsWhatTheDashboardShows() throws Exception {
    InetSocketAddress anyPort = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    AtomicBoolean serves = new AtomicBoolean();
    try (Node node = OneNode.over(new InMemoryStateStore());
        MetricsEndpoint metrics = new MetricsEndpoint(node, anyPort, serves::get)) {
      assertThat(get(metrics, "/healthz").statusCode()).isEqualTo(200);
      assertThat(get(metrics, "/readyz").statusCode()).isEqualTo(503);
      node.start();
      assertThat(node.awaitCaughtUp(WAIT_MS)).isTrue();
      assertThat(get(metrics, "/readyz").statusCode()).isEqualTo(503);
      serves.set(true);
      assertThat(get(metrics, "/readyz").statusCode()).isEqualTo(200);

      String scrape = get(metrics, "/metrics").body();
      assertThat(DashboardMetrics.ofScrape(scrape))
          .containsAll(DashboardMetrics.named("veritas_"))
          .containsAll(DashboardMetrics.named("hybrid_"));
      assertThat(DashboardMetrics.ofScrape(scrape, "veritas_"))
          .isEqualTo(DashboardMetrics.documented("veritas_"));

      serves.set(false);
      assertThat(get(metrics, "/readyz").statusCode()).isEqualTo(503);
      assertThat(get(metrics, "/healthz").statusCode()).isEqualTo(200);
    }
  }
}
