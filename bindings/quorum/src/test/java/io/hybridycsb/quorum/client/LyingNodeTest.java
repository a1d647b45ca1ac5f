package io.hybridycsb.quorum.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hybridycsb.ethereum.chain.Address;
import io.hybridycsb.ethereum.chain.Consensus;
import io.hybridycsb.ethereum.chain.Layout;
import io.hybridycsb.ethereum.contract.ContractCalls.ReadRecord;
import io.hybridycsb.ethereum.contract.Written;
import io.hybridycsb.ethereum.rpc.Hex;
import io.hybridycsb.quorum.client.QuorumSession.Claim;
import io.hybridycsb.verification.VerificationFailed;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** What one node that lies can do: be left out. The nodes are stand-ins. */
class LyingNodeTest {
  private static final byte[] KEY = ChainStandIn.KEY;
  private static final Written WRITE = new Written(KEY, new byte[] {1, 2, 3});
  private static final byte[] TRUTH = {7};
  private static final byte[] LIE = {9};
  private static final long PATIENT_MS = 60_000;
  private static final long HASTY_MS = 2_000;
  private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

  private ChainStandIn chain;

  @AfterEach
  void end() {
    chain.close();
  }

  private static CompletableFuture<Outcome> write(QuorumSession session) {
    ReadRecord read = ReadRecord.of(Layout.STORAGE, KEY, new byte[0]);
    return ClientCalls.later(() -> session.transact(List.of(read), List.of(WRITE)));
  }

  private static void await(String what, Callable<Boolean> condition) {
    Awaitility.await(what).atMost(Duration.ofSeconds(30)).until(condition);
  }

  /** What is told of the block with the write, by a node that is the first to have it. */
  enum NodeReceipt {
    AN_EMPTY_LIST {
      @Override
      JsonNode instead(String method, JsonNode truth) {
        return method.equals("eth_getBlockByNumber") && truth.isObject()
            ? ((ObjectNode) truth).set("transactions", JSON.arrayNode())
            : truth;
      }
    },
    A_LONG_LIST {
      @Override
      JsonNode instead(String method, JsonNode truth) {
        if (method.equals("eth_getBlockByNumber") && truth.isObject()) {
          ArrayNode list = ((ObjectNode) truth).putArray("transactions");
          for (int i = 0; i < 1_000; i++) {
            list.add("0x" + "ab".repeat(32));
          }
        }
        return truth;
      }
    },
    ANOTHER_TRANSACTION {
      @Override
      JsonNode instead(String method, JsonNode truth) {
        return method.equals("eth_getRawTransactionByBlockHashAndIndex")
            ? JSON.textNode("0xf800")
            : truth;
      }
    },
    ANOTHER_OUTCOME {
      @Override
      JsonNode instead(String method, JsonNode truth) {
        return method.equals("eth_getTransactionReceipt") && truth.isObject()
            ? ((ObjectNode) truth).put("status", "0x0")
            : truth;
      }
    },
    MORE_GAS {
      @Override
      JsonNode instead(String method, JsonNode truth) {
        return method.equals("eth_getTransactionReceipt") && truth.isObject()
            ? ((ObjectNode) truth).put("cumulativeGasUsed", "0xffffff")
            : truth;
      }
    },
    NO_RECEIPT {
      @Override
      JsonNode instead(String method, JsonNode truth) {
        return method.equals("eth_getTransactionReceipt") ? JSON.nullNode() : truth;
      }
    };

    abstract JsonNode instead(String method, JsonNode truth);
  }

  @ParameterizedTest
  @EnumSource
  void whatIsNotInTheSealedHeaderIsNotBelievedAndAnotherNodeIsAsked(NodeReceipt told)
      throws Exception {
    chain = new ChainStandIn(Consensus.QBFT, 4);
    chain.lies(0, (method, parameters, truth) -> told.instead(method, truth));
    try (QuorumClient client = ClientCalls.open(chain.cluster(), ReadPolicy.SESSION, PATIENT_MS)) {
      CompletableFuture<Outcome> write = write(client.sessionAt(1));
      await("the transaction in the pool", () -> chain.waiting() == 1);
      chain.grow(true);
      chain.arrives(2);
      await("the block of an honest node", () -> chain.hasShown(2, 1));
      chain.arrives(0);
      await("that the liar is left out", () -> client.view().height(0) < 0);
      assertThat(write).isNotDone();
      chain.arrives(1);

      Outcome outcome = write.get(30, TimeUnit.SECONDS);
      assertThat(outcome).isEqualTo(new Outcome(Outcome.Kind.COMMITTED, 1, ""));
    }
  }

  @Test
  void aTransactionThatIsInNoBlockIsNotAcknowledged() throws Exception {
    chain = new ChainStandIn(Consensus.QBFT, 4);
    try (QuorumClient client = ClientCalls.open(chain.cluster(), ReadPolicy.SESSION, PATIENT_MS)) {
      chain.grow(true);
      CompletableFuture<Outcome> write = write(client.sessionAt(1));
      await("the transaction in the pool", () -> chain.waiting() == 1);
      Map<String, String> waiting = chain.waitingSigned();
      String hash = waiting.keySet().iterator().next();
      chain.lies(
          0,
          (method, parameters, truth) ->
              switch (method) {
                case "eth_getBlockByNumber" -> {
                  if (truth.isObject()) {
                    ((ObjectNode) truth).putArray("transactions").add(hash);
                  }
                  yield truth;
                }
                case "eth_getRawTransactionByBlockHashAndIndex" -> JSON.textNode(waiting.get(hash));
                case "eth_getTransactionReceipt" -> ChainStandIn.receipt(true, 1);
                default -> truth;
              });
      chain.arrives(1);
      await("the block of an honest node", () -> chain.hasShown(1, 1));
      chain.arrives(0);
      await("that the liar is left out", () -> client.view().height(0) < 0);
      assertThat(write).isNotDone();
      chain.grow(false);
      chain.arrives(1, 2, 3);

      assertThat(write.get(30, TimeUnit.SECONDS).kind()).isEqualTo(Outcome.Kind.CHANGED);
    }
  }

  @Test
  void aBlockWhoseTransactionsHaveGotHalfOfTheirGasBackIsRead() throws Exception {
    chain = new ChainStandIn(Consensus.QBFT, 4);
    try (QuorumClient client = ClientCalls.open(chain.cluster(), ReadPolicy.SESSION, PATIENT_MS)) {
      CompletableFuture<Outcome> write = write(client.sessionAt(1));
      await("the transaction in the pool", () -> chain.waiting() == 1);
      String signed = chain.waitingSigned().values().iterator().next();
      for (int node = 0; node < 4; node++) {
        chain.lies(
            node,
            (method, parameters, truth) -> {
              if (method.equals("eth_getBlockByNumber") && Hex.number(parameters.get(0)) == 1) {
                chain.name(((ObjectNode) truth).put("gasUsed", Hex.of(11_000L)));
              }
              // The block has another hash now.
              return method.equals("eth_getRawTransactionByBlockHashAndIndex")
                  ? JSON.textNode(signed)
                  : truth;
            });
      }
      chain.grow(true);
      chain.arrives(0, 1, 2, 3);

      assertThat(write.get(30, TimeUnit.SECONDS).kind()).isEqualTo(Outcome.Kind.COMMITTED);
    }
  }

  private static Stream<Consensus> both() {
    return Stream.of(Consensus.RAFT, Consensus.QBFT);
  }

  @ParameterizedTest
  @MethodSource("both")
  void aNodeOfAnotherChainIsLeftOut(Consensus consensus) throws Exception {
    chain = new ChainStandIn(consensus, 4);
    chain.holds(TRUTH);
    ClusterFile cluster = chain.cluster();
    chain.lies(
        0,
        (method, parameters, truth) -> {
          if (method.equals("eth_getBlockByNumber") && truth.isObject()) {
            chain.name(((ObjectNode) truth).put("timestamp", "0x7"));
          }
          return truth;
        });
    try (QuorumClient client = ClientCalls.open(cluster, ReadPolicy.SESSION, PATIENT_MS)) {
      assertThat(client.view().height(0)).isNegative();
      assertThat(client.view().whyNone())
          .startsWith("node1: its chain is another one: its first block is 0x")
          .endsWith(", the cluster file's " + Hex.of(cluster.genesisHash()));
      assertThat(client.sessionAt(0).get(KEY).value()).contains(TRUTH);
      assertThat(chain.asked()).containsExactly(1);
    }
  }

  @Test
  void aClusterFileOfAnotherChainIsSaidToBe() throws Exception {
    chain = new ChainStandIn(Consensus.QBFT, 4);
    ClusterFile before = chain.cluster();
    chain.holds(TRUTH);

    String words = "no node of the cluster answers: node1: its chain is another one";
    ClientCalls.whyNotOpened(before, HASTY_MS, message -> message.startsWith(words));
  }

  /** Honest validators look at neither, so that one proposer can have either sealed. */
  @Test
  void aBlockWithAnotherListOfValidatorsOrALongExtraDataIsReadIfItHasEnoughSeals()
      throws Exception {
    chain = new ChainStandIn(Consensus.QBFT, 4);
    List<Address> many =
        new ArrayList<>(Collections.nCopies(1_000, TestValidators.addresses().get(0)));
    for (List<Address> named : List.of(many, TestValidators.addresses().subList(0, 1))) {
      chain.elects(named);
      chain.grow(true);
    }
    chain.arrives(0, 1, 2, 3);
    try (QuorumClient client = ClientCalls.open(chain.cluster(), ReadPolicy.SESSION, PATIENT_MS)) {
      assertThat(client.sessionAt(0).verify(KEY).block()).isEqualTo(2);
      assertThat(client.sessionAt(0).verifyAt(KEY, 1).block()).isEqualTo(1);
    }
  }

  /** Under Raft a node may make any header: none has seals. */
  @Test
  void aBlockThatMostNodesHadIsNotReplacedByWhatOneShowsLater() throws Exception {
    chain = new ChainStandIn(3);
    chain.holds(TRUTH);
    chain.grow(true);
    chain.arrives(0, 1, 2);
    try (QuorumClient client = ClientCalls.open(chain.cluster(), ReadPolicy.SESSION, PATIENT_MS)) {
      QuorumSession session = client.sessionAt(0);
      assertThat(session.verifyAt(KEY, 1).value()).contains(TRUTH);
      // The view keeps fewer headers.
      for (int i = 0; i < 130; i++) {
        chain.grow(true);
      }
      chain.arrives(0, 1, 2);
      await("all blocks", () -> client.view().newest() == 131);
      chain.lies(0, this::ofAStateOfItsOwn);

      assertThatThrownBy(() -> session.verifyAt(KEY, 1))
          .isInstanceOf(VerificationFailed.class)
          .hasMessageStartingWith("node1, block 1: ");
      assertThat(client.sessionAt(1).verifyAt(KEY, 1).value()).contains(TRUTH);
    }
  }

  private JsonNode ofAStateOfItsOwn(String method, JsonNode parameters, JsonNode truth) {
    switch (method) {
      case "eth_getBlockByNumber" -> {
        if (truth.isObject() && Hex.number(truth.get("number")) == 1) {
          String root = Hex.of(ChainStandIn.state(LIE).stateRoot());
          chain.name(((ObjectNode) truth).put("stateRoot", root));
        }
        return truth;
      }
      case "eth_call" -> {
        return ChainStandIn.returned(LIE);
      }
      case "eth_getProof" -> {
        return ChainStandIn.proof(LIE);
      }
      default -> {
        return truth;
      }
    }
  }

  @Test
  void thatNothingHasChangedIsProvenWhereReadsAreVerified() throws Exception {
    chain = new ChainStandIn(Consensus.QBFT, 4);
    chain.holds(LIE);
    try (QuorumClient client = ClientCalls.open(chain.cluster(), ReadPolicy.SESSION, PATIENT_MS)) {
      QuorumSession session = client.sessionAt(0);
      List<ReadRecord> read = List.of(ReadRecord.of(Layout.STORAGE, KEY, TRUTH));
      assertThat(session.areUnchanged(read, true)).isFalse();
      chain.lies(
          0,
          (method, parameters, truth) ->
              method.equals("eth_call") ? ChainStandIn.returned(TRUTH) : truth);

      assertThat(session.areUnchanged(read, false)).isTrue();
      assertThatThrownBy(() -> session.areUnchanged(read, true))
          .isInstanceOf(VerificationFailed.class)
          .hasMessageStartingWith("node1, block 0: ");
    }
  }

  @ParameterizedTest
  @MethodSource("both")
  void whatWasReadOfTheFirstBlockIsProvenThere(Consensus consensus) throws Exception {
    chain = new ChainStandIn(consensus, 4);
    try (QuorumClient client = ClientCalls.open(chain.cluster(), ReadPolicy.SESSION, PATIENT_MS)) {
      QuorumSession session = client.sessionAt(0);
      assertThat(session.verify(KEY).block()).isZero();
      chain.grow(true);
      chain.holds(TRUTH);
      chain.grow(true);
      chain.arrives(0, 1, 2, 3);
      await("the block with the record", () -> client.view().height(0) == 2);

      assertThat(session.verifyAll(List.of(new Claim(KEY, Optional.empty())), 0)).isPositive();
      assertThat(session.verify(KEY).value()).contains(TRUTH);
    }
  }

  @Test
  void sealsOfStrangersAreNotCounted() throws Exception {
    chain = new ChainStandIn(Consensus.QBFT, 4);
    chain.grow(true);
    chain.arrives(0, 1, 2, 3);
    chain.lies(
        0,
        (method, parameters, truth) -> {
          if (method.equals("eth_getBlockByNumber") && truth.isObject()) {
            TestValidators.addStrangersSeals((ObjectNode) truth);
          }
          return truth;
        });
    try (QuorumClient client = ClientCalls.open(chain.cluster(), ReadPolicy.SESSION, PATIENT_MS)) {
      assertThat(client.newest().sealers()).hasSizeGreaterThan(4);

      assertThat(client.sessionAt(0).verify(KEY).proof().orElseThrow().sealers())
          .hasSize(3)
          .isSubsetOf(TestValidators.addresses());
    }
  }

  @Test
  void aValueLongerThanARecordIsNotRead() throws Exception {
    chain = new ChainStandIn(Consensus.QBFT, 4);
    chain.lies(
        0,
        (method, parameters, truth) ->
            method.equals("eth_call") ? ChainStandIn.returned(new byte[200_000]) : truth);
    chain.lies(
        1,
        (method, parameters, truth) ->
            method.equals("eth_getProof") ? JSON.textNode("0x" + "00".repeat(100_000)) : truth);
    try (QuorumClient client = ClientCalls.open(chain.cluster(), ReadPolicy.SESSION, PATIENT_MS)) {
      assertThatThrownBy(() -> client.node(0).value(KEY, 0))
          .hasMessageEndingWith("the answer has more than 300000 bytes");
      assertThatThrownBy(() -> client.node(1).proof(List.of(new byte[32]), 0))
          .hasMessageEndingWith("the answer has more than 45056 bytes");
      assertThat(client.sessionAt(0).verify(KEY).value()).isEmpty();
    }
  }
}
