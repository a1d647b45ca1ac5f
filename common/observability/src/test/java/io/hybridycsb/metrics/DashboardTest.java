package io.hybridycsb.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.hybridycsb.metrics.ComponentTimes.Operation;
import java.io.IOException;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Metrics of one kind of server are checked in that server's own module. */
final class DashboardTest {
  /** Who exports what: nobody would check a metric that begins otherwise. */
  private static final Set<String> CHECKED_ELSEWHERE = Set.of("blockchaindb_", "tso_", "veritas_");

  private static String scrape() throws IOException, InterruptedException {
    try (MetricsServer server = new MetricsServer(MetricsClient.ANY_PORT, () -> true)) {
      ComponentTimes times = new ComponentTimes();
      times.add(Operation.READ, 1, 1, 0, 0, 1);
      server.show(times);
      return MetricsClient.get(server.address(), "/metrics").body();
    }
  }

  @Test
  void everyMetricThatItNamesIsExported() throws IOException, InterruptedException {
    Set<String> shared = DashboardMetrics.named();
    shared.removeIf(name -> CHECKED_ELSEWHERE.stream().anyMatch(name::startsWith));
    String scrape = scrape();
    assertThat(shared).isNotEmpty();
    assertThat(DashboardMetrics.ofScrape(scrape)).containsAll(shared);
    assertThat(DashboardMetrics.ofScrape(scrape, "hybrid_"))
        .isEqualTo(DashboardMetrics.documented("hybrid_"));
  }

  @Test
  void everyKindOfServerIsInIt() throws IOException {
    for (String prefix : CHECKED_ELSEWHERE) {
      assertThat(DashboardMetrics.named(prefix)).as(prefix).isNotEmpty();
    }
  }

  @Test
  void panelsHaveTitlesUnitsPlacesAndIdsOfTheirOwn() throws IOException {
    Set<Integer> ids = new HashSet<>();
    for (JsonNode panel : DashboardMetrics.dashboard().get("panels")) {
      assertThat(ids.add(panel.get("id").asInt())).as("id of %s", panel.get("title")).isTrue();
      assertThat(panel.get("title").asText()).isNotEmpty();
      JsonNode place = panel.get("gridPos");
      assertThat(place.get("x").asInt() + place.get("w").asInt()).isLessThanOrEqualTo(24);
      if (!panel.get("type").asText().equals("row")) {
        assertThat(panel.at("/fieldConfig/defaults/unit").asText()).isNotEmpty();
        assertThat(panel.get("targets")).isNotEmpty();
        assertThat(panel.at("/datasource/uid").asText()).isEqualTo("${datasource}");
      }
    }
    assertThat(ids).hasSizeGreaterThan(5);
  }

  @Test
  void metricsAreToldFromLabelsAndFunctionsInAQuery() {
    assertThat(
            DashboardMetrics.ofQuery(
                "sum by (instance) (rate(a_total{job=\"b\",x=~\"$y\"}[$__rate_interval]))"
                    + " / on (instance) clamp_min(c_total, 1e-9) and d > 5 or e"))
        .containsExactly("a_total", "c_total", "d", "e");
  }
}
