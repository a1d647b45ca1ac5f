package io.hybridycsb.it.bigchaindb;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.hybridycsb.harness.results.YcsbReport;
import io.hybridycsb.it.release.Ended;
import io.hybridycsb.it.suites.WorkloadTests;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;

/** What holds with serial and with parallel validation. */
abstract class BigchainDbWorkloadTests extends WorkloadTests {
  @Override
  protected int records() {
    return 60;
  }

  @Override
  protected int operations() {
    return 60;
  }

  private Ended run(String workload, Map<String, String> properties) {
    return cluster().workload("run", workload, properties).requireSuccess();
  }

  private JsonNode get(String path) throws Exception {
    URI uri = URI.create("http://" + cluster().process("node1").address() + "/api/v1/" + path);
    HttpRequest request = HttpRequest.newBuilder(uri).timeout(Duration.ofSeconds(60)).build();
    String body = HttpClient.newHttpClient().send(request, BodyHandlers.ofString()).body();
    return new ObjectMapper().readTree(body);
  }

  private static List<JsonNode> elements(JsonNode array) {
    return StreamSupport.stream(array.spliterator(), false).toList();
  }

  @Override
  @Test
  protected void everyScanSucceeds() {
    Ended ended =
        run(
            "workloade",
            Map.of(
                "recordcount", "60",
                "operationcount", "20",
                "scanproportion", "1",
                "insertproportion", "0"));

    assertThat(ended.out()).contains("[SCAN], Return=NOT_IMPLEMENTED, 20");
  }

  @Test
  void everyAcknowledgedUpdateIsOneTransferThatSpendsTheOneBefore() throws Exception {
    Map<String, String> record =
        Map.of("table", "contended", "recordcount", "1", "operationcount", "40");
    cluster().workload("load", "workloada", record).requireSuccess();
    YcsbReport report =
        YcsbReport.parse(
            run(
                    "workloada",
                    Map.of(
                        "table", "contended",
                        "recordcount", "1",
                        "operationcount", "40",
                        "readproportion", "0",
                        "updateproportion", "1",
                        "bigchaindb.retries", "0"))
                .out());

    String table = cluster().table("contended");
    JsonNode asset =
        elements(get("assets?search=" + FIRST_KEY)).stream()
            .filter(found -> found.path("data").path("table").asText().equals(table))
            .findFirst()
            .orElseThrow();
    List<JsonNode> history = elements(get("transactions?asset_id=" + asset.get("id").asText()));
    Set<JsonNode> spent = new HashSet<>();
    history.stream()
        .filter(transaction -> transaction.get("operation").asText().equals("TRANSFER"))
        .forEach(transaction -> spent.add(transaction.at("/inputs/0/fulfills")));
    long aborted = report.uncommitted().getOrDefault("ABORTED", 0L);
    assertThat(report.committed()).isPositive();
    assertThat(report.committed() + aborted).isEqualTo(40);
    assertThat(history).hasSize(1 + (int) report.committed());
    assertThat(spent).as("outputs, each spent once").hasSize((int) report.committed());
  }
}
