package io.hybridycsb.tso;

import static org.assertj.core.api.Assertions.assertThat;

import io.hybridycsb.metrics.DashboardMetrics;
import io.hybridycsb.tso.client.TimestampClient;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class TimestampOracleMetricsTest {
  @TempDir private Path directory;

  private static HttpResponse<String> get(TimestampOracleMetrics metrics, String path)
      throws IOException, InterruptedException {
    URI uri = URI.create("http://127.0.0.1:" + metrics.address().getPort() + path);
    return HttpClient.newHttpClient()
        .send(HttpRequest.newBuilder(uri).build(), HttpResponse.BodyHandlers.ofString());
  }

  @Test
  void timestampsAreCountedAndReadinessEndsWithTheServer() throws Exception {
    InetSocketAddress anyPort = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    try (TimestampOracleServer oracle =
            TimestampOracleServer.start("127.0.0.1:0", directory, 1_000_000);
        TimestampOracleMetrics metrics = new TimestampOracleMetrics(oracle, anyPort)) {
      try (TimestampClient client = TimestampClient.connect(oracle.address())) {
        client.next(30_000);
      }
      long granted = oracle.timestamps();
      assertThat(granted).isPositive();
      String text = get(metrics, "/metrics").body();
      assertThat(text.lines())
          .contains("tso_timestamps_total %s".formatted((double) granted))
          .contains("tso_ceiling 1000001.0", "tso_requests_waiting 0.0");
      assertThat(DashboardMetrics.ofScrape(text)).containsAll(DashboardMetrics.named("tso_"));
      assertThat(DashboardMetrics.ofScrape(text, "tso_"))
          .isEqualTo(DashboardMetrics.documented("tso_"));
      assertThat(get(metrics, "/healthz").statusCode()).isEqualTo(200);
      assertThat(get(metrics, "/readyz").statusCode()).isEqualTo(200);
      oracle.close();
      assertThat(get(metrics, "/readyz").statusCode()).isEqualTo(503);
      assertThat(get(metrics, "/healthz").statusCode()).isEqualTo(200);
    }
  }
}
