package io.hybridycsb.it.veritas.tendermint;

import static org.assertj.core.api.Assertions.assertThat;

import io.hybridycsb.it.veritas.VeritasBadInputTests;
import io.hybridycsb.it.veritas.VeritasCluster;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Over CometBFT anybody who reaches a validator can send transactions to its mempool. */
@Tag("campaign")
@Tag("veritas-tm")
class VeritasTmBadInputIT extends VeritasBadInputTests {
  private static final Duration TIMEOUT = Duration.ofMinutes(2);

  @RegisterExtension private static final VeritasCluster CLUSTER = new VeritasTmCluster(4);

  @Override
  protected List<String> listeners() {
    return List.of("node1", "validator1");
  }

  @Test
  void transactionsOfTheChainThatAreNoneOfOursAreRefused() throws Exception {
    for (String transaction : List.of("x", "of no known kind", "\u0001no pack", "\u0002")) {
      String base64 =
          Base64.getEncoder().encodeToString(transaction.getBytes(StandardCharsets.UTF_8));
      HttpRequest request =
          HttpRequest.newBuilder(URI.create("http://" + CLUSTER.process("validator1").address()))
              .timeout(TIMEOUT)
              .POST(
                  HttpRequest.BodyPublishers.ofString(
                      "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"broadcast_tx_sync\","
                          + "\"params\":{\"tx\":\"%s\"}}".formatted(base64)))
              .build();
      HttpResponse<String> response =
          HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString());
      assertThat(response.body())
          .as("the answer to '%s'", transaction)
          .containsPattern("\"code\": ?1,");
    }
  }
}
