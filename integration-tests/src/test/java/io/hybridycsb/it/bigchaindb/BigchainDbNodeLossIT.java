package io.hybridycsb.it.bigchaindb;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.hybridycsb.harness.results.YcsbReport;
import io.hybridycsb.it.cluster.LocalCluster;
import io.hybridycsb.it.suites.NodeLossTests;
import java.io.IOException;
import java.net.URI;
import java.net.URL;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

@Tag("campaign")
@Tag("bigchaindb")
@NeedsPython36
class BigchainDbNodeLossIT extends NodeLossTests {
  @RegisterExtension
  private static final LocalCluster CLUSTER = new BigchainDbCluster("bigchaindb", 4);

  private static final HttpClient HTTP = HttpClient.newHttpClient();

  @Override
  protected List<List<String>> losses() {
    return List.of(List.of("mongodb2", "node2", "validator2"));
  }

  @Override
  protected int commits() {
    return 10;
  }

  @Override
  protected int operationsOfClient() {
    return 40;
  }

  /** Clients read on the node that they are connected to, which may be behind another. */
  @Override
  protected boolean isLinearizable() {
    return false;
  }

  /** Tendermint has then stored the block and its results, but not the state after it. */
  @Test
  void aNodeThatDiesBetweenItsCommitAndTendermintsTakesPartAgain() throws Exception {
    URL hook = BigchainDbNodeLossIT.class.getResource("ends-after-commit");
    CLUSTER.kill("node3");
    CLUSTER.restartWith(Map.of("PYTHONPATH", Path.of(hook.toURI()).toString()), "node3");

    assertThat(write("during", "node1").committed()).isEqualTo(1);
    Awaitility.await("death of node3")
        .atMost(Duration.ofMinutes(2))
        .until(() -> !CLUSTER.isRunning("node3"));
    CLUSTER.restart("node3");

    assertThat(write("after", "node3").committed()).isEqualTo(1);
  }

  private static YcsbReport write(String table, String node) {
    return CLUSTER.ycsb(
        "load",
        "workloada",
        Map.of(
            "table",
            table,
            "recordcount",
            "1",
            "bigchaindb.endpoints",
            CLUSTER.process(node).address()));
  }

  private static Stream<String> addresses(String kind) {
    return IntStream.rangeClosed(1, CLUSTER.nodes())
        .mapToObj(i -> CLUSTER.process(kind + i).address());
  }

  /** The last block that the validator's node has executed. */
  private static int height(String validator) {
    URI uri = URI.create("http://" + validator + "/abci_info");
    HttpRequest request = HttpRequest.newBuilder(uri).timeout(Duration.ofSeconds(30)).build();
    try {
      String body = HTTP.send(request, BodyHandlers.ofString()).body();
      return new ObjectMapper().readTree(body).at("/result/response/last_block_height").asInt(-1);
    } catch (IOException e) {
      return -1;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return -1;
    }
  }

  private static boolean areOfOneHeight() {
    List<Integer> heights =
        addresses("validator").map(BigchainDbNodeLossIT::height).distinct().toList();
    return heights.size() == 1 && heights.get(0) > 0;
  }

  /** Each node has all records, once it has caught up. */
  @Override
  protected List<Map<String, String>> readers() {
    Awaitility.await("nodes of one height")
        .atMost(Duration.ofMinutes(5))
        .until(BigchainDbNodeLossIT::areOfOneHeight);
    return addresses("node").map(node -> Map.of("bigchaindb.endpoints", node)).toList();
  }
}
