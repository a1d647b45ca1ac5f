package io.hybridycsb.tso;

import static io.hybridycsb.metrics.MetricsClient.get;
import static org.assertj.core.api.Assertions.assertThat;

import io.hybridycsb.metrics.DashboardMetrics;
import io.hybridycsb.metrics.MetricsClient;
import io.hybridycsb.metrics.MetricsServer;
import io.hybridycsb.tso.client.TimestampClient;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class TimestampOracleMetricsTest {
  @TempDir private Path directory;

  @Test
  void timestampsAreCountedAndReadinessEndsWithTheServer() throws Exception {
    try (TimestampOracleServer oracle =
            TimestampOracleServer.start("127.0.0.1:0", directory, 1_000_000, 0, Optional.empty());
        MetricsServer metrics = new MetricsServer(MetricsClient.ANY_PORT, oracle::isServing)) {
      TimestampOracleMain.show(metrics, oracle);
      try (TimestampClient client =
          TimestampClient.connect(
              oracle.address(), TimestampClient.Options.DEFAULT, Optional.empty())) {
        client.next(30_000);
      }
      long granted = oracle.timestamps();
      assertThat(granted).isPositive();
      String text = get(metrics.address(), "/metrics").body();
      assertThat(text.lines())
          .contains("tso_timestamps_total %s".formatted((double) granted))
          .contains("tso_ceiling 1000001.0", "tso_requests_waiting 0.0");
      assertThat(DashboardMetrics.ofScrape(text)).containsAll(DashboardMetrics.named("tso_"));
      assertThat(DashboardMetrics.ofScrape(text, "tso_"))
          .isEqualTo(DashboardMetrics.documented("tso_"));
      assertThat(get(metrics.address(), "/healthz").statusCode()).isEqualTo(200);
      assertThat(get(metrics.address(), "/readyz").statusCode()).isEqualTo(200);
      oracle.close();
      assertThat(get(metrics.address(), "/readyz").statusCode()).isEqualTo(503);
      assertThat(get(metrics.address(), "/healthz").statusCode()).isEqualTo(200);
    }
  }
}
