package io.hybridycsb.quorum.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hybridycsb.ethereum.chain.Consensus;
import io.hybridycsb.ethereum.chain.TrieRoot;
import io.hybridycsb.ethereum.contract.Written;
import io.hybridycsb.ethereum.rpc.BlockJson;
import io.hybridycsb.ethereum.rpc.Hex;
import io.hybridycsb.verification.VerificationFailed;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * GoQuorum's validators seal a block before they execute it. So the one that proposes it can have
 * false roots sealed, in a block that no honest node has. The nodes are stand-ins.
 */
class SealedNotExecutedTest {
  private static final byte[] KEY = ChainStandIn.KEY;
  private static final byte[] LIE = {9};
  private static final long PATIENT_MS = 60_000;
  private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

  private ChainStandIn chain;

  @BeforeEach
  void begin() throws Exception {
    chain = new ChainStandIn(Consensus.QBFT, 4);
  }

  @AfterEach
  void end() {
    chain.close();
  }

  /** The first node shows block 1 with enough seals, and roots of a state of its own. */
  private void liesOfBlock1(Map<String, String> signed) {
    chain.lies(
        0,
        (method, parameters, truth) ->
            switch (method) {
              case "eth_getBlockByNumber" -> {
                if (truth.isObject() && Hex.number(truth.get("number")) == 1) {
                  withFalseRoots((ObjectNode) truth);
                }
                yield truth;
              }
              case "eth_getRawTransactionByBlockHashAndIndex" ->
                  JSON.textNode(signed.values().iterator().next());
              case "eth_getTransactionReceipt" -> ChainStandIn.receipt(true, 1);
              case "eth_call" -> ChainStandIn.returned(LIE);
              case "eth_getProof" -> ChainStandIn.proof(LIE);
              default -> truth;
            });
  }

  private void withFalseRoots(ObjectNode block) {
    JsonNode receipt = ChainStandIn.receipt(true, 1);
    block.put("stateRoot", Hex.of(ChainStandIn.state(LIE).stateRoot()));
    block.put("receiptsRoot", Hex.of(TrieRoot.ofList(List.of(BlockJson.receipt(receipt)))));
    chain.name(block);
  }

  @Test
  void whatOneNodeAloneHasIsNotAcknowledgedThoughItIsSealed() throws Exception {
    try (QuorumClient client = ClientCalls.open(chain.cluster(), ReadPolicy.SESSION, PATIENT_MS)) {
      CompletableFuture<Outcome> write =
          ClientCalls.later(() -> client.sessionAt(0).set(new Written(KEY, new byte[] {1})));
      ClientCalls.await("the transaction in the pool").until(() -> chain.waiting() == 1);
      liesOfBlock1(chain.waitingSigned());
      chain.grow(false);
      chain.arrives(0);
      ClientCalls.await("the block of the liar").until(() -> chain.hasShown(0, 1));
      // It is the node's second look.
      chain.grow(false);
      chain.arrives(0);
      assertThat(client.newest().number()).isZero();
      assertThat(client.sessionAt(1).verify(KEY).block()).isZero();
      assertThat(write).isNotDone();
      chain.arrives(1, 2, 3);

      Outcome outcome = write.get(30, TimeUnit.SECONDS);
      assertThat(outcome.kind()).isEqualTo(Outcome.Kind.FAILED);
      assertThat(outcome.block()).isEqualTo(1);
    }
  }

  @Test
  void aProcessDoesNotBeginAtABlockThatOneNodeAloneHas() throws Exception {
    chain.grow(true);
    chain.arrives(0, 1, 2, 3);
    liesOfBlock1(Map.of());
    try (QuorumClient client = ClientCalls.open(chain.cluster(), ReadPolicy.SESSION, PATIENT_MS)) {
      assertThat(client.sessionAt(1).verify(KEY).value()).isEmpty();
      assertThatThrownBy(() -> client.sessionAt(0).verify(KEY))
          .isInstanceOf(VerificationFailed.class)
          .hasMessageStartingWith("node1, block 1: ");
    }
  }

  /** The view keeps the headers of the newest blocks only. */
  @Test
  void anOldBlockThatOneNodeAloneHasProvesNothing() throws Exception {
    for (int i = 0; i < 3; i++) {
      chain.grow(true);
    }
    chain.arrives(0, 1, 2, 3);
    liesOfBlock1(Map.of());
    try (QuorumClient client = ClientCalls.open(chain.cluster(), ReadPolicy.SESSION, PATIENT_MS)) {
      assertThat(client.sessionAt(0).verifyAt(KEY, 1).value()).isEmpty();
    }
  }

  /** It has nothing that the others don't have, but names a number that isn't there. */
  @Test
  void aNumberThatOneNodeAloneNamesIsNotWaitedFor() throws Exception {
    chain.lies(
        0,
        (method, parameters, truth) ->
            method.equals("eth_blockNumber") ? JSON.textNode("0x7fffffff") : truth);
    ReadPolicy linearizable =
        new ReadPolicy(
            Freshness.LINEARIZABLE, ReadPolicy.SESSION.stateFile(), ReadPolicy.SESSION.ageLimit());
    try (QuorumClient client = ClientCalls.open(chain.cluster(), linearizable, PATIENT_MS)) {
      chain.grow(true);
      chain.arrives(1, 2);
      assertThat(client.sessionAt(0).get(KEY).block()).isEqualTo(1);
      chain.grow(true);
      chain.arrives(0, 1, 2, 3);
      Awaitility.await()
          .atMost(Duration.ofSeconds(30))
          .until(() -> client.sessionAt(1).get(KEY).block() == 2);
    }
  }
}
