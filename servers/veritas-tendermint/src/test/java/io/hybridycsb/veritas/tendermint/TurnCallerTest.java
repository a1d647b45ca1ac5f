package io.hybridycsb.veritas.tendermint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.hybridycsb.cometbft.rpc.CometBftRpc;
import io.hybridycsb.cometbft.rpc.FakeRpc;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class TurnCallerTest {
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private final List<byte[]> calls = new CopyOnWriteArrayList<>();
  private final AtomicInteger refusals = new AtomicInteger();
  private final AtomicBoolean waiting = new AtomicBoolean();
  private final AtomicBoolean calledForNothing = new AtomicBoolean();
  @AutoClose private final FakeRpc server = new FakeRpc(this::answer);
  private TurnCaller turns;
  private Thread thread;

  private String answer(JsonNode asked) {
    if (!waiting.get()) {
      calledForNothing.set(true);
    }
    if (refusals.getAndUpdate(left -> Math.max(0, left - 1)) > 0) {
      return FakeRpc.error("mempool is full");
    }
    calls.add(Base64.getDecoder().decode(asked.path("params").path("tx").asText()));
    return "{\"result\":{\"code\":0,\"hash\":\"00\"}}";
  }

  @BeforeEach
  void start() {
    CometBftRpc rpc = new CometBftRpc(server.address(), PATIENCE);
    turns = new TurnCaller("node1", rpc::broadcastAsync, waiting::get, 1);
    thread = new Thread(turns, "turns");
    thread.start();
  }

  @AfterEach
  void stop() throws InterruptedException {
    thread.interrupt();
    thread.join();
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
