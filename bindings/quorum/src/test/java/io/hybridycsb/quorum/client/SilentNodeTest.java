package io.hybridycsb.quorum.client;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.hybridycsb.ethereum.chain.Consensus;
import io.hybridycsb.ethereum.rpc.RpcStandIn;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A node that doesn't answer is asked only where the others don't do. */
class SilentNodeTest {
  private static final byte[] KEY = ChainStandIn.KEY;
  private static final long PATIENT_MS = 60_000;

  private ChainStandIn chain;

  @AfterEach
  void end() {
    chain.close();
  }

  /** Such a node is known to be silent once its thread has asked it. */
  private void awaitSilent(QuorumClient client, AtomicBoolean isAskedForABlock) {
    chain.lies(
        0,
        (method, parameters, truth) -> {
          isAskedForABlock.compareAndSet(false, method.equals("eth_getBlockByNumber"));
          throw new RpcStandIn.Refusal("not now");
        });
    Awaitility.await("that it is left out")
        .atMost(Duration.ofSeconds(30))
        .until(() -> client.view().height(0) < 0);
    isAskedForABlock.set(false);
  }

  @Test
  void aLinearizableReadWaitsUntilABlockThatOneNodeHasComesToAnotherThatAnswers() throws Exception {
    chain = new ChainStandIn(Consensus.QBFT, 4);
    try (QuorumClient client = ClientCalls.open(chain.cluster(), ReadPolicy.SESSION, PATIENT_MS)) {
      awaitSilent(client, new AtomicBoolean());
      // From now on nobody asks but the read.
      client.view().close();
      AtomicInteger questions = new AtomicInteger();
      chain.lies(
          2,
          (method, parameters, truth) ->
              method.equals("eth_blockNumber") && questions.incrementAndGet() > 1
                  ? JsonNodeFactory.instance.textNode("0x1")
                  : truth);
      chain.grow(true);
      chain.arrives(1);

      long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(PATIENT_MS);
      assertThat(client.view().newestOf(3, deadline)).isEqualTo(1);
    }
  }

  @Test
  void aBlockIsNotAskedOfASilentNodeWhileTheOthersShowIt() throws Exception {
    chain = new ChainStandIn(3);
    chain.grow(true);
    chain.arrives(0, 1, 2);
    try (QuorumClient client = ClientCalls.open(chain.cluster(), ReadPolicy.SESSION, PATIENT_MS)) {
      AtomicBoolean isAsked = new AtomicBoolean();
      awaitSilent(client, isAsked);

      assertThat(client.sessionAt(0).verify(KEY).block()).isEqualTo(1);

      assertThat(isAsked).isFalse();
    }
  }
}
