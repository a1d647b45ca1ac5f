package io.hybridycsb.blockchaindb.server.eth;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.hybridycsb.blockchaindb.client.ClusterFile.Address;
import io.hybridycsb.blockchaindb.client.ClusterFile.Shard;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Collections;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What the chain's client is asked for; in its place something that writes it down. */
class EthChainTest {
  private final ObjectMapper json = new ObjectMapper();
  private final ArrayNode peers = json.createArrayNode();
  private final Queue<String> asked = new ConcurrentLinkedQueue<>();
  private HttpServer http;

  @BeforeEach
  void start() throws IOException {
    http = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    http.createContext("/", this::answer);
    http.start();
  }

  @AfterEach
  void stop() {
    http.stop(0);
  }

  private void answer(HttpExchange exchange) throws IOException {
    JsonNode request = json.readTree(exchange.getRequestBody());
    String method = request.get("method").asText();
    ObjectNode reply = json.createObjectNode();
    if (method.equals("admin_peers")) {
      reply.set("result", peers);
    } else {
      asked.add(method + " " + request.get("params").get(0).asText());
      reply.put("result", true);
    }
    byte[] bytes = reply.toString().getBytes(UTF_8);
    exchange.sendResponseHeaders(200, bytes.length);
    exchange.getResponseBody().write(bytes);
    exchange.close();
  }

  private void addPeer(String enode, boolean inbound) {
    peers.addObject().put("enode", enode).putObject("network").put("inbound", inbound);
  }

  private EthChain chain(int sealers) {
    Address address = new Address("0x" + "0b".repeat(20));
    return new EthChain(
        new EthRpc("http://127.0.0.1:" + http.getAddress().getPort()),
        new Shard(2_022, address, Collections.nCopies(sealers, address)));
  }

  @Test
  void onlyPeersThatTheClientConnectedToAreGreetedAgain() throws Exception {
    addPeer("enode://theirs", true);
    addPeer("enode://ours", false);

    chain(3).greetPeersAgain();

    assertThat(asked)
        .containsExactly("admin_removePeer enode://ours", "admin_addPeer enode://ours");
  }

  @Test
  void halfOfTheSealersAreNotMost() throws Exception {
    addPeer("enode://theirs", true);

    assertThat(chain(4).isAmongMost()).isFalse();
    assertThat(chain(3).isAmongMost()).isTrue();
  }
}
