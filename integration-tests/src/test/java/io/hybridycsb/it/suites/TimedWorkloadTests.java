package io.hybridycsb.it.suites;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.hybridycsb.harness.results.YcsbReport;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Workloads on systems whose nodes time their components. */
public abstract class TimedWorkloadTests extends WorkloadTests {
  private static final Pattern TIMER =
      Pattern.compile("(?m)^hybrid_(component_seconds|operations)_total\\{(.*)} ([0-9.E+-]+)$");

  private static final Duration PATIENCE = Duration.ofMinutes(2);

  /** The components of commits that this system's nodes can tell apart. */
  protected List<String> componentsOfCommits() {
    return List.of("consensus", "ledger", "database", "other");
  }

  /** All nodes' counters, by name and labels. */
  private SortedMap<String, Double> timers() throws IOException, InterruptedException {
    SortedMap<String, Double> sums = new TreeMap<>();
    HttpClient client = HttpClient.newHttpClient();
    for (int node = 1; node <= cluster().nodes(); node++) {
      int port = cluster().port("node" + node + "-metrics");
      HttpResponse<String> page =
          client.send(
              HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/metrics")).build(),
              HttpResponse.BodyHandlers.ofString());
      Matcher lines = TIMER.matcher(page.body());
      while (lines.find()) {
        String name = lines.group(1) + " " + lines.group(2).replace("\"", "");
        sums.merge(name, Double.parseDouble(lines.group(3)), Double::sum);
      }
    }
    return sums;
  }

  @Test
  void nodesTimeEachComponentOfEveryOperation() throws IOException, InterruptedException {
    Map<String, String> onItsOwnTable =
        Map.of("table", "timed", "recordcount", "100", "operationcount", "400");
    cluster().ycsb("load", "workloada", onItsOwnTable);
    SortedMap<String, Double> before = timers();
    YcsbReport report = cluster().ycsb("run", "workloada", onItsOwnTable);
    // An answer can arrive before the node has counted it.
    await()
        .atMost(PATIENCE)
        .until(() -> operations(timers()) - operations(before) >= report.committed());

    SortedMap<String, Double> grown = timers();
    before.forEach((name, earlier) -> grown.merge(name, -earlier, Double::sum));
    for (String component : componentsOfCommits()) {
      assertThat(grown.get("component_seconds component=" + component + ",operation=commit"))
          .as(component)
          .isPositive();
    }
    assertThat(grown.get("component_seconds component=database,operation=read")).isPositive();
  }

  private static double operations(SortedMap<String, Double> timers) {
    return timers.get("operations operation=commit") + timers.get("operations operation=read");
  }
}
