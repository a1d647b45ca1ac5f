package io.hybridycsb.veritas.tendermint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.HttpServer;
import io.hybridycsb.veritas.tendermint.rpc.CometBftRpc;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class TurnCallerTest {
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private final List<byte[]> calls = new CopyOnWriteArrayList<>();
  private final AtomicInteger refusals = new AtomicInteger();
  private final AtomicBoolean waiting = new AtomicBoolean();
  private final AtomicBoolean calledForNothing = new AtomicBoolean();
  private HttpServer server;
  private TurnCaller turns;
  private Thread thread;

  @BeforeEach
  void start() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 1);
    server.createContext(
        "/",
        exchange -> {
          JsonNode asked = new ObjectMapper().readTree(exchange.getRequestBody());
          boolean refused = refusals.getAndUpdate(left -> Math.max(0, left - 1)) > 0;
          if (!waiting.get()) {
            calledForNothing.set(true);
          }
          if (!refused) {
            calls.add(Base64.getDecoder().decode(asked.path("params").path("tx").asText()));
          }
          byte[] body =
              (refused
                      ? "{\"error\":{\"code\":-32603,\"message\":\"no\",\"data\":\"mempool is full\"}}"
                      : "{\"result\":{\"code\":0,\"hash\":\"00\"}}")
                  .getBytes(StandardCharsets.UTF_8);
          exchange.sendResponseHeaders(200, body.length);
          exchange.getResponseBody().write(body);
          exchange.close();
        });
    server.start();
    turns = new TurnCaller("node1", new CometBftRpc(server.getAddress(), PATIENCE), waiting::get);
    thread = new Thread(turns, "turns");
    thread.start();
  }

  @AfterEach
  void stop() throws InterruptedException {
    thread.interrupt();
    thread.join();
    server.stop(0);
  }

  private void awaitCalls(int count) {
    await().atMost(PATIENCE).until(() -> calls.size() >= count);
  }

  @Test
  void whatWaitsIsCalledForAndEachCallIsATransactionOfItsOwn() {
    waiting.set(true);
    turns.wake();
    awaitCalls(1);
    turns.committed(true, false);
    awaitCalls(2);
    assertThat(calls).allMatch(Transactions::isTurn);
    assertThat(calls.get(0)).isNotEqualTo(calls.get(1));
  }

  @Test
  void nothingIsCalledForWhenNothingWaits() {
    turns.wake();
    turns.committed(true, false);
    waiting.set(true);
    turns.wake();
    awaitCalls(1);
    assertThat(calledForNothing).isFalse();
  }

  @Test
  void nothingIsCalledForWhileTheChainGoesOnByItself() {
    turns.committed(false, true);
    turns.wake();
    turns.committed(false, true);
    waiting.set(true);
    turns.committed(false, false);
    awaitCalls(1);
    assertThat(calledForNothing).isFalse();
  }

  /** The block that should have come by itself may not come. */
  @Test
  void whatWaitsTooLongIsCalledForWhateverTheChainDoes() {
    turns.committed(false, true);
    waiting.set(true);
    turns.wake();
    awaitCalls(1);
  }

  @Test
  void aCallThatWasRefusedIsMadeAgain() {
    refusals.set(2);
    waiting.set(true);
    turns.wake();
    awaitCalls(1);
    assertThat(refusals).hasValue(0);
  }

  /** A call may get lost with the validator's memory. */
  @Test
  void aCallThatNeverCameIntoABlockIsMadeAgain() {
    waiting.set(true);
    turns.wake();
    awaitCalls(2);
  }
}
