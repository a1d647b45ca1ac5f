package io.hybridycsb.blockchaindb.server.shard;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.hybridycsb.blockchaindb.chain.Layout;
import io.hybridycsb.blockchaindb.client.ClusterFile.Address;
import io.hybridycsb.blockchaindb.client.ClusterFile.Shard;
import io.hybridycsb.blockchaindb.proto.Outcome;
import io.hybridycsb.blockchaindb.proto.Write;
import io.hybridycsb.blockchaindb.server.eth.Block;
import io.hybridycsb.blockchaindb.server.eth.EthChain;
import io.hybridycsb.blockchaindb.server.eth.EthRpc;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What a lane does by itself; in place of the chain's client something that takes all it is sent.
 */
class LaneTest {
  private static final Shard SHARD =
      new Shard(2_022, new Address("0x" + "0b".repeat(20)), List.of());

  @TempDir private Path directory;
  private final Queue<String> sent = new ConcurrentLinkedQueue<>();
  private HttpServer http;
  private EthChain chain;
  private Journal journal;
  private Lane lane;

  @BeforeEach
  void start() throws IOException {
    http = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    http.createContext("/", this::answer);
    http.start();
    String url = "http://127.0.0.1:" + http.getAddress().getPort();
    chain = new EthChain(new EthRpc(url), SHARD);
    List<Submitted> found = new ArrayList<>();
    journal = Journal.open(directory.resolve("journal"), found);
    ShardState state = new ShardState();
    state.replace(
        0, List.of(new Block(1, "h", "", 30_000_000, 0, new byte[0], Map.of(), List.of())));
    lane =
        new Lane(
            "test",
            chain,
            Layout.LOG,
            state,
            new Account("01".repeat(32)),
            journal,
            found,
            new Lane.Options(64, 5, 64));
  }

  @AfterEach
  void stop() throws InterruptedException {
    lane.close();
    http.stop(0);
  }

  private void answer(HttpExchange exchange) throws IOException {
    String request = new String(exchange.getRequestBody().readAllBytes(), UTF_8);
    if (request.contains("eth_sendRawTransaction")) {
      sent.add(request);
    }
    byte[] reply = "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":\"0x0\"}".getBytes(UTF_8);
    exchange.sendResponseHeaders(200, reply.length);
    exchange.getResponseBody().write(reply);
    exchange.close();
  }

  private static PendingWrite write(int id, int bytes) {
    Write write =
        Write.newBuilder()
            .setKey(ByteString.copyFromUtf8("t\0k"))
            .setRecord(ByteString.copyFrom(new byte[bytes]))
            .build();
    return new PendingWrite(id(id), write, -1);
  }

  private static ByteString id(int id) {
    byte[] bytes = new byte[16];
    bytes[0] = (byte) id;
    return ByteString.copyFrom(bytes);
  }

  private static Outcome outcome(PendingWrite write) throws Exception {
    return write.reply().get(30, TimeUnit.SECONDS).getOutcome();
  }

  @Test
  void anAcceptedOperationIsKnownAtEveryMoment() throws Exception {
    PendingWrite write = write(1, 10);
    assertThat(lane.outcome(id(1))).isEmpty();
    assertThat(lane.offer(write)).isTrue();
    assertThat(lane.outcome(id(1)).orElseThrow().getOutcome()).isEqualTo(Outcome.PENDING);

    lane.start();
    while (!write.reply().isDone()) {
      assertThat(lane.outcome(id(1))).isPresent();
    }

    assertThat(outcome(write)).isEqualTo(Outcome.ACCEPTED);
    assertThat(lane.outcome(id(1)).orElseThrow().getOutcome()).isEqualTo(Outcome.ACCEPTED);
    assertThat(sent).hasSize(1);
  }

  @Test
  void whatIsNotInTheJournalIsNeverSent() throws Exception {
    journal.close();
    PendingWrite first = write(1, 10);
    PendingWrite second = write(2, 10);
    lane.offer(first);
    lane.start();

    assertThat(outcome(first)).isEqualTo(Outcome.UNKNOWN);
    // By the time that the next has ended too, the first would have been sent.
    lane.offer(second);
    assertThat(outcome(second)).isEqualTo(Outcome.UNKNOWN);
    assertThat(sent).isEmpty();
    assertThat(lane.outcome(id(1))).isEmpty();
  }

  @Test
  void whatNoTransactionHoldsIsRefusedBeforeItWaits() throws Exception {
    PendingWrite write = write(1, 140_000);

    assertThat(lane.offer(write)).isTrue();

    assertThat(outcome(write)).isEqualTo(Outcome.TOO_LARGE);
    assertThat(lane.outcome(id(1))).isEmpty();
  }
}
