package io.hybridycsb.blockchaindb.server.shard;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.hybridycsb.blockchaindb.client.ClusterFile.Address;
import io.hybridycsb.blockchaindb.client.ClusterFile.Shard;
import io.hybridycsb.blockchaindb.server.eth.EthChain;
import io.hybridycsb.blockchaindb.server.eth.EthRpc;
import io.hybridycsb.blockchaindb.server.eth.Hex;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.web3j.abi.DefaultFunctionEncoder;
import org.web3j.abi.datatypes.DynamicBytes;

/** In place of the chain's client something that tells of a chain of large blocks. */
class ChainFollowerTest {
  private static final Shard SHARD =
      new Shard(2_022, new Address("0x" + "0b".repeat(20)), List.of());
  private static final int BLOCKS = 40;

  private final ObjectMapper json = new ObjectMapper();
  private final String event =
      new DefaultFunctionEncoder()
          .encodeParameters(
              List.of(new DynamicBytes(new byte[] {1}), new DynamicBytes(new byte[1 << 20])));
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
    ObjectNode reply = json.createObjectNode();
    JsonNode first = request.get("params").get(0);
    if (request.get("method").asText().equals("eth_getBlockReceipts")) {
      ObjectNode receipt = reply.putArray("result").addObject();
      receipt.put("transactionHash", "0x1").put("status", "0x1");
      receipt
          .putArray("logs")
          .addObject()
          .put("address", SHARD.contract().hex())
          .put("data", event);
    } else if (request.get("method").asText().equals("admin_peers")) {
      reply.putArray("result");
    } else if (Hex.number(first) < BLOCKS) {
      block(reply.putObject("result"), Hex.number(first));
    } else {
      reply.putNull("result");
    }
    byte[] bytes = reply.toString().getBytes(UTF_8);
    exchange.sendResponseHeaders(200, bytes.length);
    exchange.getResponseBody().write(bytes);
    exchange.close();
  }

  private static void block(ObjectNode block, long number) {
    for (String name :
        List.of(
            "sha3Uncles",
            "miner",
            "stateRoot",
            "transactionsRoot",
            "receiptsRoot",
            "logsBloom",
            "extraData",
            "mixHash",
            "nonce")) {
      block.put(name, "0x01");
    }
    for (String name : List.of("difficulty", "gasLimit", "gasUsed", "timestamp")) {
      block.put(name, "0x1");
    }
    block.put("number", Hex.of(number)).put("hash", hash(number));
    block.put("parentHash", hash(number - 1)).putArray("transactions").add("0x1");
  }

  private static String hash(long number) {
    return "0x%04x".formatted(number + 1);
  }

  @Test
  void aLongChainOfLargeBlocksIsNotHeldInMemoryAtOnce() throws Exception {
    Queue<Integer> steps = new ConcurrentLinkedQueue<>();
    ShardState state = new ShardState();
    EthRpc rpc = new EthRpc("http://127.0.0.1:" + http.getAddress().getPort());
    try (ChainFollower follower =
        new ChainFollower(
            "test",
            new EthChain(rpc, SHARD),
            state,
            1,
            (undone, applied) -> steps.add(applied.size()))) {
      follower.start();
      assertThat(follower.awaitCaughtUp(TimeUnit.MINUTES.toMillis(2))).isTrue();
    }

    assertThat(steps).containsExactly(32, 8);
    assertThat(state.newest().orElseThrow().number()).isEqualTo(BLOCKS - 1);
    assertThat(state.get(new byte[] {1}).orElseThrow()).hasSize(1 << 20);
  }

  @Test
  void itFollowsOnceItHasCaughtUpAndNoLongerWhenTheChainIsAway() throws Exception {
    EthRpc rpc = new EthRpc("http://127.0.0.1:" + http.getAddress().getPort());
    try (ChainFollower follower =
        new ChainFollower(
            "test", new EthChain(rpc, SHARD), new ShardState(), 1, (undone, applied) -> {})) {
      assertThat(follower.isFollowing()).isFalse();
      follower.start();
      assertThat(follower.awaitCaughtUp(TimeUnit.MINUTES.toMillis(2))).isTrue();
      assertThat(follower.isFollowing()).isTrue();
      http.stop(0);
      Awaitility.await().atMost(2, TimeUnit.MINUTES).until(() -> !follower.isFollowing());
    }
  }

  /** Who takes blocks back because none comes must know how long one takes. */
  @Test
  void aSlowChainIsNotTakenForOneThatStandsStill() {
    assertThat(ChainFollower.stalledNs(1)).isEqualTo(TimeUnit.SECONDS.toNanos(15));
    assertThat(ChainFollower.stalledNs(600)).isEqualTo(TimeUnit.SECONDS.toNanos(2_400));
  }
}
