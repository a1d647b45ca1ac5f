package io.hybridycsb.harness.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.hybridycsb.harness.cluster.ProcessStatus.State;
import io.hybridycsb.harness.system.SystemDescription;
import io.hybridycsb.harness.system.programs.Home;
import io.hybridycsb.harness.system.validators.ChainAlone;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Real CometBFT validators, as processes, from the files that the harness generates. */
@Tag("veritas-tm")
@Tag("campaign")
class RealChainTest extends ClusterFixture {
  /** By itself, CometBFT waits 10 s for a transaction, which is little on a busy machine. */
  private static final Map<String, String> PATIENT =
      Map.of("cometbft.rpc.timeout_broadcast_tx_commit", "120s");

  private final HttpClient http = HttpClient.newHttpClient();

  @Override
  SystemDescription system() {
    return new ChainAlone();
  }

  private void up(int nodes) throws Exception {
    up(new Home(root), nodes, PATIENT, TIMEOUT);
  }

  private JsonNode call(String validator, String what) throws Exception {
    URI uri = URI.create("http://" + cluster.process(validator).address() + what);
    HttpRequest request = HttpRequest.newBuilder(uri).timeout(TIMEOUT).build();
    HttpResponse<String> answer = http.send(request, HttpResponse.BodyHandlers.ofString());
    return new ObjectMapper().readTree(answer.body()).path("result");
  }

  /** The height of the block that holds it. */
  private long commit(String validator, String transaction) throws Exception {
    JsonNode answer = call(validator, "/broadcast_tx_commit?tx=%22" + transaction + "%22");
    assertThat(answer.path("tx_result").path("code").asInt(-1)).as("%s", answer).isZero();
    return answer.path("height").asLong();
  }

  private long height(String validator) throws Exception {
    JsonNode status = call(validator, "/status");
    return status.path("sync_info").path("latest_block_height").asLong();
  }

  @Test
  void fourValidatorsCommitAndGoOnWithoutOneThatCatchesUpOnItsReturn() throws Exception {
    up(4);
    assertThat(commit("validator1", "a=1")).isPositive();
    Path key = cluster.process("validator4").dir().resolve("config/priv_validator_key.json");
    String keyBefore = Files.readString(key);

    cluster.kill(List.of("validator4"));
    long without = commit("validator2", "b=2");

    cluster.restart(List.of("validator4"), TIMEOUT);
    Awaitility.await()
        .atMost(TIMEOUT)
        .until(() -> height("validator4"), height -> height >= without);
    assertThat(commit("validator4", "c=3")).isGreaterThan(without);
    assertThat(key).hasContent(keyBefore);
  }

  @Test
  void allKilledAndStartedAgainTheChainGoesOn() throws Exception {
    up(4);
    long before = commit("validator1", "a=1");
    for (int i = 1; i <= 4; i++) {
      cluster.kill(List.of("validator" + i));
    }
    assertThat(cluster.status()).allMatch(process -> process.state() == State.DEAD);

    cluster.down(false);
    up(4);
    assertThat(commit("validator3", "b=2")).isGreaterThan(before);
  }

  @Test
  void aSingleValidatorIsAChain() throws Exception {
    up(1);
    assertThat(commit("validator1", "a=1")).isPositive();
  }
}
