package io.hybridycsb.it.veritas.tendermint;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hybridycsb.veritas.proto.Pack;
import io.hybridycsb.veritas.proto.Transaction;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Base64;
import java.util.HexFormat;

/** A validator's RPC, as a user of CometBFT would call it who knows nothing of Veritas. */
final class ChainRpc {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final int PACK = 1;

  private final HttpClient http = HttpClient.newHttpClient();
  private final URI uri;

  ChainRpc(VeritasTmCluster cluster, String validator) {
    uri = URI.create("http://" + cluster.process(validator).address());
  }

  /** The result of a call, or its error. */
  JsonNode call(String method, ObjectNode params) throws IOException, InterruptedException {
    ObjectNode call = JsonNodeFactory.instance.objectNode();
    call.put("jsonrpc", "2.0").put("id", 1).put("method", method).set("params", params);
    HttpRequest request =
        HttpRequest.newBuilder(uri)
            .timeout(Duration.ofMinutes(2))
            .header("Content-Type", "application/json")
            .POST(HttpRequest.BodyPublishers.ofString(call.toString()))
            .build();
    JsonNode reply = JSON.readTree(http.send(request, HttpResponse.BodyHandlers.ofString()).body());
    return reply.has("result") ? reply.path("result") : reply.path("error");
  }

  static ObjectNode params() {
    return JsonNodeFactory.instance.objectNode();
  }

  /** Hands a client's transaction to the mempool; returns CheckTx's answer. */
  JsonNode broadcast(Transaction transaction) throws IOException, InterruptedException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    bytes.write(PACK);
    Pack.newBuilder().addTransactions(transaction).build().writeTo(bytes);
    return call(
        "broadcast_tx_sync",
        params().put("tx", Base64.getEncoder().encodeToString(bytes.toByteArray())));
  }

  JsonNode query(String path, byte[] data) throws IOException, InterruptedException {
    return call(
            "abci_query",
            params()
                .put("path", path)
                .put("data", HexFormat.of().formatHex(data))
                .put("prove", true))
        .path("response");
  }

  /** The application hash in the header of a height; empty if the chain isn't there yet. */
  String appHash(long height) throws IOException, InterruptedException {
    return call("commit", params().put("height", Long.toString(height)))
        .path("signed_header")
        .path("header")
        .path("app_hash")
        .asText();
  }
}
