package io.hybridycsb.quorum.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hybridycsb.ethereum.chain.Consensus;
import io.hybridycsb.ethereum.chain.Layout;
import io.hybridycsb.ethereum.chain.SealedHeader;
import io.hybridycsb.ethereum.contract.ContractCalls.ReadRecord;
import io.hybridycsb.ethereum.contract.Written;
import io.hybridycsb.ethereum.rpc.RpcStandIn;
import io.hybridycsb.verification.AgeLimit;
import io.hybridycsb.verification.Hash;
import io.hybridycsb.verification.VerificationFailed;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What a client does with what nodes say. The nodes are stand-ins; the client is the real one. */
class QuorumClientTest {
  private static final byte[] KEY = ChainStandIn.KEY;
  private static final Written WRITE = new Written(KEY, new byte[] {1, 2, 3});
  private static final long PATIENT_MS = 60_000;
  private static final long HASTY_MS = 500;

  /** Of what is asked until it ends: mostly enough for one answer. */
  private static final long PATIENCE_MS = 2_000;

  private static final ReadPolicy LINEARIZABLE =
      new ReadPolicy(Freshness.LINEARIZABLE, Optional.empty(), AgeLimit.NONE);

  private ChainStandIn chain;

  @BeforeEach
  void begin() throws Exception {
    chain = new ChainStandIn(3);
  }

  @AfterEach
  void end() {
    chain.close();
  }

  private void awaitWaiting(int count) {
    Awaitility.await("transactions in the pool")
        .atMost(Duration.ofSeconds(30))
        .until(() -> chain.waiting() == count);
  }

  private static Outcome outcome(CompletableFuture<Outcome> write) throws Exception {
    return write.get(30, TimeUnit.SECONDS);
  }

  @Test
  void aWriteIsAcknowledgedOnceANodeHasItsBlock() throws Exception {
    try (QuorumClient client = ClientCalls.open(chain.cluster(), ReadPolicy.SESSION, PATIENT_MS)) {
      QuorumSession session = client.sessionAt(0);
      CompletableFuture<Outcome> write = ClientCalls.later(() -> session.set(WRITE));
      awaitWaiting(1);
      chain.grow(true);
      assertThat(write).isNotDone();
      chain.arrives(2);

      assertThat(outcome(write).kind()).isEqualTo(Outcome.Kind.COMMITTED);
      assertThat(outcome(write).block()).isEqualTo(1);
    }
  }

  @Test
  void aRevertedTransactionHasFoundAChangedRecordAndTheAccountGoesOn() throws Exception {
    try (QuorumClient client = ClientCalls.open(chain.cluster(), ReadPolicy.SESSION, PATIENT_MS)) {
      QuorumSession session = client.sessionAt(0);
      ReadRecord read = ReadRecord.of(Layout.STORAGE, KEY, new byte[0]);
      CompletableFuture<Outcome> first =
          ClientCalls.later(() -> session.transact(List.of(read), List.of(WRITE)));
      awaitWaiting(1);
      chain.grow(false);
      chain.arrives(0);
      assertThat(outcome(first).kind()).isEqualTo(Outcome.Kind.CHANGED);
      CompletableFuture<Outcome> second = ClientCalls.later(() -> session.set(WRITE));
      awaitWaiting(1);
      chain.grow(true);
      chain.arrives(0);
      assertThat(outcome(second).kind()).isEqualTo(Outcome.Kind.COMMITTED);

      String account = chain.senders().get(0).replaceFirst(" .*", "");
      assertThat(chain.senders()).containsExactly(account + " 0", account + " 1");
    }
  }

  @Test
  void aWriteThatNoBlockHasInTimeIsUnknownAndItsAccountIsGivenUp() throws Exception {
    try (QuorumClient client = ClientCalls.open(chain.cluster(), ReadPolicy.SESSION, HASTY_MS)) {
      QuorumSession session = client.sessionAt(0);
      AtomicInteger unknown = new AtomicInteger();

      // Some may end before a node has taken them.
      ClientCalls.await("two that a node has taken")
          .until(
              () -> {
                Outcome.Kind kind = session.set(WRITE).kind();
                assertThat(kind).isIn(Outcome.Kind.UNKNOWN, Outcome.Kind.NOT_SUBMITTED);
                unknown.addAndGet(kind == Outcome.Kind.UNKNOWN ? 1 : 0);
                int taken = chain.senders().size();
                assertThat(taken).isLessThanOrEqualTo(unknown.get());
                return taken > 1;
              });

      assertThat(chain.senders()).doesNotHaveDuplicates().allMatch(sender -> sender.endsWith(" 0"));
    }
  }

  @Test
  void aWriteThatEveryNodeRefusesIsNotSubmittedAndOneThatIsTooLargeIsSaidToBe() throws Exception {
    try (QuorumClient client = ClientCalls.open(chain.cluster(), ReadPolicy.SESSION, PATIENT_MS)) {
      for (int node = 0; node < 3; node++) {
        chain.refuses(node, "txpool is full");
      }
      Outcome full = client.sessionAt(0).set(WRITE);
      chain.refuses(0, "oversized data");
      Outcome large = client.sessionAt(0).set(WRITE);

      assertThat(full).isEqualTo(Outcome.of(Outcome.Kind.NOT_SUBMITTED, "txpool is full"));
      assertThat(large).isEqualTo(Outcome.of(Outcome.Kind.TOO_LARGE, "oversized data"));
    }
  }

  @Test
  void aWriteGoesToTheNextNodeIfTheFirstIsDead() throws Exception {
    try (QuorumClient client = ClientCalls.open(chain.cluster(), ReadPolicy.SESSION, PATIENT_MS)) {
      chain.kill(0);
      CompletableFuture<Outcome> write = ClientCalls.later(() -> client.sessionAt(0).set(WRITE));
      awaitWaiting(1);
      chain.grow(true);
      chain.arrives(1);

      assertThat(outcome(write).kind()).isEqualTo(Outcome.Kind.COMMITTED);
    }
  }

  @Test
  void aReadIsNeverOfAnEarlierBlockThanAnyOtherOfTheProcess() throws Exception {
    chain.holds(new byte[] {7});
    try (QuorumClient client = ClientCalls.open(chain.cluster(), ReadPolicy.SESSION, PATIENT_MS)) {
      CompletableFuture<Outcome> write = ClientCalls.later(() -> client.sessionAt(0).set(WRITE));
      awaitWaiting(1);
      chain.grow(true);
      chain.arrives(1);
      assertThat(outcome(write).kind()).isEqualTo(Outcome.Kind.COMMITTED);

      // The session's own node, the first, doesn't have the block.
      QuorumSession.Reading reading = client.sessionAt(0).get(KEY);

      assertThat(reading.value()).contains(new byte[] {7});
      assertThat(reading.block()).isEqualTo(1);
      assertThat(chain.asked()).containsExactly(1);
    }
  }

  @Test
  void aLinearizableWriteIsAcknowledgedOnceMostNodesHaveItsBlock() throws Exception {
    try (QuorumClient client = ClientCalls.open(chain.cluster(), LINEARIZABLE, PATIENT_MS)) {
      CompletableFuture<Outcome> write = ClientCalls.later(() -> client.sessionAt(0).set(WRITE));
      awaitWaiting(1);
      chain.grow(true);
      chain.arrives(2);
      ClientCalls.await("the block at one node").until(() -> client.view().height(2) == 1);
      assertThat(write).isNotDone();
      chain.arrives(0);

      assertThat(outcome(write).kind()).isEqualTo(Outcome.Kind.COMMITTED);
    }
  }

  @Test
  void aLinearizableReadIsOfTheNewestBlockThatAnyOfMostNodesHas() throws Exception {
    chain.holds(new byte[] {7});
    try (QuorumClient client = ClientCalls.open(chain.cluster(), LINEARIZABLE, PATIENT_MS)) {
      chain.grow(true);
      chain.arrives(1, 2);

      assertThat(client.sessionAt(0).get(KEY).block()).isEqualTo(1);

      chain.kill(1);
      chain.kill(2);
    }
    try (QuorumClient client = ClientCalls.open(chain.cluster(), LINEARIZABLE, HASTY_MS)) {
      ClientCalls.assertFails(
          NotAnswered.class,
          "1 of 3 nodes answer; 2 are needed for a read to be linearizable: ",
          () -> client.sessionAt(0).get(KEY));
    }
  }

  /** A node that was just started again may be far behind. */
  @Test
  void aProcessBeginsAtTheNewestBlockOfAllNodes() throws Exception {
    chain.holds(new byte[] {7});
    chain.grow(true);
    chain.grow(true);
    chain.arrives(2);
    try (QuorumClient client = ClientCalls.open(chain.cluster(), ReadPolicy.SESSION, PATIENT_MS)) {
      assertThat(client.sessionAt(0).get(KEY).block()).isEqualTo(2);
      assertThat(chain.asked()).containsExactly(2);
    }
  }

  @Test
  void aNodeThatAnswersWithGarbageIsLeftOutUntilItIsItselfAgain() throws Exception {
    chain.holds(new byte[] {7});
    try (QuorumClient client = ClientCalls.open(chain.cluster(), ReadPolicy.SESSION, PATIENT_MS)) {
      chain.garbles(0, true);
      ClientCalls.await("that it is left out").until(() -> client.view().height(0) < 0);
      CompletableFuture<Outcome> write = ClientCalls.later(() -> client.sessionAt(0).set(WRITE));
      awaitWaiting(1);
      chain.grow(true);
      chain.arrives(0, 1, 2);
      assertThat(outcome(write).kind()).isEqualTo(Outcome.Kind.COMMITTED);
      assertThat(client.sessionAt(0).get(KEY).value()).contains(new byte[] {7});

      chain.garbles(0, false);
      ClientCalls.await("that it is asked again").until(() -> client.view().height(0) == 1);
    }
  }

  @Test
  void aReadThatNobodyCanAnswerSaysSoInTime() throws Exception {
    try (QuorumClient client = ClientCalls.open(chain.cluster(), ReadPolicy.SESSION, HASTY_MS)) {
      for (int node = 0; node < 3; node++) {
        chain.kill(node);
      }

      assertThatThrownBy(() -> client.sessionAt(0).get(KEY)).isInstanceOf(NotAnswered.class);
    }
  }

  @Test
  void whatANodeSaysIsNotBelievedWithoutEnoughSeals() {
    ClusterFile raft = chain.cluster();
    ClusterFile qbft = RealBlocks.cluster(Consensus.QBFT);
    ClusterFile sealed =
        new ClusterFile(
            Consensus.QBFT,
            raft.layout(),
            raft.chainId(),
            raft.genesisHash(),
            raft.contract(),
            qbft.validators(),
            raft.nodes());
    chain.grow(true);
    chain.arrives(0, 1, 2);

    ClientCalls.whyNotOpened(
        sealed,
        PATIENCE_MS,
        message ->
            message.startsWith("no node of the cluster answers: ")
                && message.contains("extra data"));
  }

  @Test
  void aBlockThatMostNodesDoNotHaveProvesNothing() throws Exception {
    chain.grow(true);
    chain.arrives(0);
    try (QuorumClient client = ClientCalls.open(chain.cluster(), ReadPolicy.SESSION, PATIENCE_MS)) {
      ClientCalls.assertFails(
          NotAnswered.class,
          "only 1 of 3 nodes have block 1",
          () -> client.sessionAt(0).verify(KEY));
    }
  }

  @Test
  void aBlockThatNodesHaveInThePlaceOfTheOneBeforeIsFound() throws Exception {
    chain.grow(true);
    chain.arrives(0, 1, 2);
    try (QuorumClient client = ClientCalls.open(chain.cluster(), ReadPolicy.SESSION, PATIENT_MS);
        QuorumClient hasty = ClientCalls.open(chain.cluster(), ReadPolicy.SESSION, HASTY_MS)) {
      SealedHeader seen = client.newest();
      assertThat(client.requireKept(seen)).isPositive();

      SealedHeader other =
          new SealedHeader(
              Hash.of(new byte[32]), seen.number(), seen.made(), seen.stateRoot(), seen.sealers());
      assertThatThrownBy(() -> client.requireKept(other))
          .isInstanceOf(VerificationFailed.class)
          .hasMessage("3 of 3 nodes have another block at height 1 than was verified before");
      SealedHeader later =
          new SealedHeader(
              seen.hash(), seen.number() + 1, seen.made(), seen.stateRoot(), seen.sealers());
      ClientCalls.assertFails(
          VerificationFailed.class,
          "the chain was rolled back: block 2 was verified before, and 0 of 3 nodes have it",
          () -> hasty.requireKept(later));
    }
  }

  @Test
  void aNetworkThatDoesNotAnswerIsSaidNotToInOneLine() {
    ClusterFile cluster = chain.cluster();
    chain.close();

    String told =
        ClientCalls.whyNotOpened(
            cluster,
            HASTY_MS,
            message -> message.startsWith("no node of the cluster answers: http://127.0.0.1:"));
    assertThat(told).doesNotContain("\n");
  }

  @Test
  void aProcessThatBeginsWaitsForNodesThatAreStarting() throws Exception {
    AtomicInteger questions = new AtomicInteger();
    for (int node = 0; node < 3; node++) {
      chain.lies(
          node,
          (method, parameters, truth) -> {
            if (questions.incrementAndGet() <= 6) {
              throw new RpcStandIn.Refusal("the node is starting");
            }
            return truth;
          });
    }
    try (QuorumClient client = ClientCalls.open(chain.cluster(), ReadPolicy.SESSION, PATIENT_MS)) {
      assertThat(client.newest().number()).isZero();
    }
  }

  @Test
  void aProcessThatBeginsWaitsForNoSilentNode() throws Exception {
    CountDownLatch never = new CountDownLatch(1);
    chain.silences(0, never);
    try (QuorumClient client =
        ClientCalls.await("the answers of the others")
            .ignoreExceptionsInstanceOf(IllegalStateException.class)
            .until(
                () ->
                    QuorumClient.open(
                        chain.cluster(), ReadPolicy.SESSION, PATIENT_MS, PATIENCE_MS, PATIENT_MS),
                Objects::nonNull)) {
      assertThat(client.view().whyNone()).isEqualTo("node1 does not answer in time");
      // Otherwise the end of the client would wait for its thread.
      never.countDown();
    } finally {
      never.countDown();
    }
  }
}
