package io.hybridycsb.quorum.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hybridycsb.ethereum.chain.Consensus;
import io.hybridycsb.ethereum.chain.SealedHeader;
import io.hybridycsb.ethereum.rpc.EthRpc.Unreachable;
import io.hybridycsb.ethereum.rpc.Hex;
import io.hybridycsb.quorum.client.BlockVotes.Wanted;
import io.hybridycsb.verification.VerificationFailed;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** How many nodes are asked for a block, and what one of them can say. They are stand-ins. */
class BlockVotesTest {
  private static final long PATIENT_MS = 60_000;

  private final List<Integer> asked = new CopyOnWriteArrayList<>();
  private ChainStandIn chain;

  @AfterEach
  void end() {
    chain.close();
  }

  private static Stream<Consensus> both() {
    return Stream.of(Consensus.RAFT, Consensus.QBFT);
  }

  private QuorumClient open(Consensus consensus) throws Exception {
    begin(consensus);
    return open();
  }

  private QuorumClient open() throws Exception {
    return ClientCalls.open(chain.cluster(), ReadPolicy.SESSION, PATIENT_MS);
  }

  /** Four nodes with blocks 0 to 3. */
  private void begin(Consensus consensus) throws Exception {
    chain = new ChainStandIn(consensus, 4);
    for (int i = 0; i < 3; i++) {
      chain.grow(true);
    }
    chain.arrives(0, 1, 2, 3);
  }

  /** From now on it is noted which nodes are asked for block 1. */
  private void noteQuestions() {
    for (int i = 0; i < 4; i++) {
      int node = i;
      chain.lies(
          node,
          (method, parameters, truth) -> {
            if (isBlock(1, method, parameters)) {
              asked.add(node);
            }
            return truth;
          });
    }
  }

  private static boolean isBlock(long number, String method, JsonNode parameters) {
    return method.equals("eth_getBlockByNumber") && Hex.number(parameters.get(0)) == number;
  }

  /** A node has other blocks in the place of these. */
  private void showsOthers(int node, long... numbers) {
    chain.lies(
        node,
        (method, parameters, truth) -> {
          if (LongStream.of(numbers).anyMatch(number -> isBlock(number, method, parameters))) {
            chain.name(((ObjectNode) truth).put("timestamp", "0x7"));
          }
          return truth;
        });
  }

  @ParameterizedTest
  @MethodSource("both")
  void onlyAsManyNodesAreAskedForABlockAsAreNeededAndEachOnce(Consensus consensus)
      throws Exception {
    try (QuorumClient client = open(consensus)) {
      noteQuestions();

      assertThat(client.trusted(1, client.node(1), client.deadlineNs()).number()).isEqualTo(1);
      assertThat(client.trusted(1, client.node(1), client.deadlineNs()).number()).isEqualTo(1);

      // One that is honest, or most.
      assertThat(asked).isEqualTo(consensus == Consensus.QBFT ? List.of(1, 0) : List.of(1, 0, 2));
    }
  }

  @ParameterizedTest
  @MethodSource("both")
  void noFurtherNodeIsAskedOnceTheTimeIsOver(Consensus consensus) throws Exception {
    try (QuorumClient client = open(consensus)) {
      noteQuestions();
      long over = System.nanoTime();

      assertThatThrownBy(() -> client.trusted(1, client.node(1), over))
          .isInstanceOf(Unreachable.class)
          .hasMessage("only 1 of 4 nodes have block 1");

      assertThat(asked).containsExactly(1);
    }
  }

  @ParameterizedTest
  @MethodSource("both")
  void oneNodeThatShowsAnotherBlockThanBeforeIsNotBelieved(Consensus consensus) throws Exception {
    try (QuorumClient client = open(consensus)) {
      SealedHeader seen = client.newest();
      showsOthers(0, 3);

      assertThat(client.requireKept(seen)).isPositive();
    }
  }

  @ParameterizedTest
  @MethodSource("both")
  void moreThanMayFailAreBelieved(Consensus consensus) throws Exception {
    try (QuorumClient client = open(consensus)) {
      SealedHeader seen = client.newest();
      showsOthers(0, 3);
      showsOthers(2, 3);

      assertThatThrownBy(() -> client.requireKept(seen))
          .isInstanceOf(VerificationFailed.class)
          .hasMessage("2 of 4 nodes have another block at height 3 than was verified before");
    }
  }

  @ParameterizedTest
  @MethodSource("both")
  void nodesOfAnotherChainSayNothingOfThisOne(Consensus consensus) throws Exception {
    begin(consensus);
    showsOthers(0, 0, 3);
    showsOthers(2, 0, 3);
    try (QuorumClient client = open()) {
      Wanted block = new Wanted(3, client.newest().hash());

      BlockVotes votes =
          BlockVotes.ask(chain.cluster(), block, client.view().inTurn(), 4, client.deadlineNs());

      assertThat(votes.same()).isEqualTo(2);
      assertThat(votes.other()).isZero();
    }
  }

  /** Its blocks don't follow those that the client has read: all nodes are left out. */
  @ParameterizedTest
  @MethodSource("both")
  void aChainThatIsRewrittenWhileTheClientFollowsItIsFound(Consensus consensus) throws Exception {
    try (QuorumClient client = open(consensus)) {
      SealedHeader seen = client.newest();
      chain.loses(1);
      chain.holds(new byte[] {9});
      for (int i = 0; i < 3; i++) {
        chain.grow(true);
      }
      chain.arrives(0, 1, 2, 3);
      ClientCalls.await("nodes left out").until(() -> client.view().nodesThat(true).isEmpty());

      assertThatThrownBy(() -> client.requireKept(seen))
          .isInstanceOf(VerificationFailed.class)
          .hasMessage("4 of 4 nodes have another block at height 3 than was verified before");
    }
  }

  /** Under Raft a block is read from the first node that has it. */
  @Test
  void nodesThatHaveNotGotTheBlockYetAreWaitedFor() throws Exception {
    try (QuorumClient client = open(Consensus.RAFT)) {
      chain.grow(true);
      chain.arrives(2);
      ClientCalls.await("the block of one node").until(() -> client.newest().number() == 4);
      SealedHeader seen = client.newest();
      CompletableFuture<Long> kept = ClientCalls.later(() -> client.requireKept(seen));
      chain.arrives(0, 1, 3);

      assertThat(kept.get(30, TimeUnit.SECONDS)).isPositive();
    }
  }

  @Test
  void theFirstBlockIsKeptWhereThereIsNoOther() throws Exception {
    chain = new ChainStandIn(Consensus.QBFT, 4);
    try (QuorumClient client = open()) {
      assertThat(client.requireKept(client.newest())).isPositive();
    }
  }
}
