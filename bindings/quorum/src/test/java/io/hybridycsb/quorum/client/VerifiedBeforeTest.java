package io.hybridycsb.quorum.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hybridycsb.ethereum.chain.Consensus;
import io.hybridycsb.ethereum.chain.SealedHeader;
import io.hybridycsb.ethereum.rpc.Hex;
import io.hybridycsb.quorum.client.QuorumSession.Claim;
import io.hybridycsb.verification.AgeLimit;
import io.hybridycsb.verification.Hash;
import io.hybridycsb.verification.StateFile;
import io.hybridycsb.verification.StateFile.Kept;
import io.hybridycsb.verification.StateFile.Position;
import io.hybridycsb.verification.VerificationFailed;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What a process finds by a state file that another has left. The nodes are stand-ins. */
class VerifiedBeforeTest {
  private static final byte[] KEY = ChainStandIn.KEY;
  private static final byte[] VALUE = {7};
  private static final long PATIENT_MS = 60_000;
  private static final long HASTY_MS = 300;

  @TempDir private Path dir;
  private ChainStandIn chain;

  @AfterEach
  void end() {
    chain.close();
  }

  private static Stream<Consensus> both() {
    return Stream.of(Consensus.RAFT, Consensus.QBFT);
  }

  private Path file() {
    return dir.resolve("state");
  }

  private QuorumClient open(ClusterFile cluster, long timeoutMs) throws Exception {
    ReadPolicy reads = new ReadPolicy(Freshness.SESSION, Optional.of(file()), AgeLimit.NONE);
    return ClientCalls.open(cluster, reads, timeoutMs);
  }

  private Position kept() {
    return new StateFile(file()).read().orElseThrow().of("blocks");
  }

  /** A chain of blocks 0 to 2, of which a process has verified the last. */
  private void begin(Consensus consensus) throws Exception {
    chain = new ChainStandIn(consensus, 4);
    chain.grow(true);
    chain.holds(VALUE);
    chain.grow(true);
    chain.arrives(0, 1, 2, 3);
    try (QuorumClient client = open(chain.cluster(), PATIENT_MS)) {
      assertThat(client.sessionAt(0).verify(KEY).block()).isEqualTo(2);
    }
    assertThat(kept().height()).isEqualTo(2);
  }

  @ParameterizedTest
  @MethodSource("both")
  void aChainThatStillHasTheBlockIsVerifiedFurther(Consensus consensus) throws Exception {
    begin(consensus);
    chain.grow(true);
    chain.arrives(0, 1, 2, 3);

    try (QuorumClient client = open(chain.cluster(), PATIENT_MS)) {
      assertThat(client.sessionAt(0).verify(KEY).value()).contains(VALUE);
    }
    assertThat(kept().height()).isEqualTo(3);
  }

  @ParameterizedTest
  @MethodSource("both")
  void aChainThatWasRolledBackIsFound(Consensus consensus) throws Exception {
    begin(consensus);
    chain.loses(1);

    try (QuorumClient client = open(chain.cluster(), HASTY_MS)) {
      QuorumSession session = client.sessionAt(0);
      assertThatThrownBy(() -> session.get(KEY)).isInstanceOf(NotAnswered.class);
      ClientCalls.assertFails(
          VerificationFailed.class,
          "the chain was rolled back: block 2 was verified before, and 0 of 4 nodes have it",
          () -> session.verify(KEY));
    }
    assertThat(kept().height()).isEqualTo(2);
  }

  @ParameterizedTest
  @MethodSource("both")
  void anotherBlockInItsPlaceIsFoundByEachVerifiedCall(Consensus consensus) throws Exception {
    begin(consensus);
    chain.loses(1);
    chain.holds(new byte[] {9});
    chain.grow(true);
    chain.grow(true);
    chain.arrives(0, 1, 2, 3);

    try (QuorumClient client = open(chain.cluster(), PATIENT_MS)) {
      QuorumSession session = client.sessionAt(0);
      String message = "4 of 4 nodes have another block at height 2 than was verified before";
      assertThatThrownBy(() -> session.verify(KEY))
          .isInstanceOf(VerificationFailed.class)
          .hasMessage(message);
      assertThatThrownBy(() -> session.verifyAt(KEY, 1)).hasMessage(message);
      assertThatThrownBy(() -> session.verifyAll(List.of(new Claim(KEY, Optional.empty())), 2))
          .hasMessage(message);
      assertThatThrownBy(() -> session.areUnchanged(List.of(), true)).hasMessage(message);
    }
    assertThat(kept().height()).isEqualTo(2);
  }

  /** Its seals are enough, so that nothing but the file tells that there is a later state. */
  @Test
  void anOldStateThatIsShownToANewProcessIsFound() throws Exception {
    begin(Consensus.QBFT);
    chain.allHave(1);
    ClusterFile all = chain.cluster();
    ClusterFile one =
        new ClusterFile(
            all.consensus(),
            all.layout(),
            all.chainId(),
            all.genesisHash(),
            all.contract(),
            all.validators(),
            all.nodes().subList(0, 1));

    try (QuorumClient trusting = ClientCalls.open(one, ReadPolicy.SESSION, PATIENT_MS);
        QuorumClient client = open(one, HASTY_MS)) {
      assertThat(trusting.sessionAt(0).verify(KEY).value()).isEmpty();
      ClientCalls.assertFails(
          VerificationFailed.class,
          "the chain was rolled back: block 2 was verified before",
          () -> client.sessionAt(0).verify(KEY));
    }
  }

  @Test
  void aReadThatIsProvenLaterIsOfNoEarlierBlockThanTheKeptOne() throws Exception {
    begin(Consensus.QBFT);
    chain.allHave(1);
    try (QuorumClient client = open(chain.cluster(), PATIENT_MS)) {
      QuorumSession session = client.sessionAt(0);
      chain.arrives(0, 1, 2, 3);
      // The client has followed the chain to block 1.
      assertThat(session.get(KEY).block()).isEqualTo(2);

      assertThat(session.verifyAll(List.of(new Claim(KEY, Optional.of(VALUE))), 2)).isPositive();
      assertThatThrownBy(() -> session.verifyAll(List.of(new Claim(KEY, Optional.empty())), 1))
          .isInstanceOf(VerificationFailed.class)
          .hasMessage("the read was of block 1; block 2 was verified before");
      assertThat(session.verifyAt(KEY, 1).value()).isEmpty();
    }
  }

  @ParameterizedTest
  @MethodSource("both")
  void nodesThatLagBehindAreWaitedFor(Consensus consensus) throws Exception {
    begin(consensus);
    chain.allHave(1);

    AtomicInteger questions = new AtomicInteger();
    chain.lies(
        0,
        (method, parameters, truth) -> {
          if (method.equals("eth_getBlockByNumber") && Hex.number(parameters.get(0)) == 2) {
            questions.incrementAndGet();
          }
          return truth;
        });
    try (QuorumClient client = open(chain.cluster(), PATIENT_MS)) {
      CompletableFuture<Optional<byte[]>> read =
          ClientCalls.later(() -> client.sessionAt(0).verify(KEY).value());
      ClientCalls.await("that it is asked for again").until(() -> questions.get() >= 2);
      assertThat(read).isNotDone();
      chain.arrives(0, 1, 2, 3);

      assertThat(read.get(30, TimeUnit.SECONDS)).contains(VALUE);
    }
  }

  @Test
  void thatAChainWasRolledBackIsNotOneNodesWordAndIsAskedAgain() throws Exception {
    begin(Consensus.QBFT);
    chain.lies(0, VerifiedBeforeTest::withoutBlock2);
    try (QuorumClient client = open(chain.cluster(), HASTY_MS)) {
      for (int node = 1; node < 4; node++) {
        chain.garbles(node, true);
      }
      assertThatThrownBy(() -> client.sessionAt(0).verify(KEY))
          .isInstanceOf(NotAnswered.class)
          .hasMessageStartingWith("only 0 of 4 nodes have shown block 2");
      for (int node = 1; node < 4; node++) {
        chain.garbles(node, false);
      }
      QuorumSession.Reading reading =
          ClientCalls.await("the answers of most")
              .ignoreExceptionsInstanceOf(NotAnswered.class)
              .until(() -> client.sessionAt(1).verify(KEY), Objects::nonNull);
      assertThat(reading.value()).contains(VALUE);
    }
  }

  private static JsonNode withoutBlock2(String method, JsonNode parameters, JsonNode truth) {
    return switch (method) {
      case "eth_blockNumber" -> JsonNodeFactory.instance.textNode("0x1");
      case "eth_getBlockByNumber" ->
          Hex.number(parameters.get(0)) == 2 ? JsonNodeFactory.instance.nullNode() : truth;
      default -> truth;
    };
  }

  @ParameterizedTest
  @MethodSource("both")
  void oneOfFourMayHaveAnotherBlock(Consensus consensus) throws Exception {
    begin(consensus);
    chain.lies(
        3,
        (method, parameters, truth) -> {
          if (method.equals("eth_getBlockByNumber") && Hex.number(parameters.get(0)) == 2) {
            chain.name(((ObjectNode) truth).put("timestamp", "0x7"));
          }
          return truth;
        });

    try (QuorumClient client = open(chain.cluster(), PATIENT_MS)) {
      assertThat(client.sessionAt(0).verify(KEY).value()).contains(VALUE);
    }
  }

  @Test
  void nodesThatDoNotAnswerHaveLostNothing() throws Exception {
    begin(Consensus.RAFT);
    chain.kill(2);
    chain.kill(3);

    try (QuorumClient client = open(chain.cluster(), HASTY_MS)) {
      ClientCalls.assertFails(
          NotAnswered.class,
          "only 2 of 4 nodes have shown block 2, which was verified before: ",
          () -> client.sessionAt(0).verify(KEY));
    }
  }

  @Test
  void theFileOfAnotherChainIsRefused() throws Exception {
    chain = new ChainStandIn(Consensus.QBFT, 4);
    Position any = new Position(1, Hash.of(new byte[32]));
    Kept other = new Kept("quorum 0x77", new TreeMap<>(Map.of("blocks", any)));
    new StateFile(file()).update(none -> other);

    assertThatThrownBy(() -> open(chain.cluster(), HASTY_MS))
        .isInstanceOf(VerificationFailed.class)
        .hasMessage(
            "%s has the state of quorum 0x77; this is quorum %s. Remove it to trust this one"
                .formatted(file(), Hex.of(chain.cluster().genesisHash())));
  }

  @Test
  void ofTwoProcessesTheLaterBlockIsKept() throws Exception {
    begin(Consensus.QBFT);
    try (QuorumClient early = open(chain.cluster(), PATIENT_MS)) {
      early.sessionAt(0).verify(KEY);
      chain.grow(true);
      chain.arrives(0, 1, 2, 3);
      try (QuorumClient late = open(chain.cluster(), PATIENT_MS)) {
        late.sessionAt(0).verify(KEY);
      }
    }
    assertThat(kept().height()).isEqualTo(3);
  }

  @Test
  void twoProcessesCannotKeepTwoBlocksOfOneNumber() throws Exception {
    begin(Consensus.QBFT);
    VerifiedBefore before = new VerifiedBefore(chain.cluster(), Optional.of(new StateFile(file())));
    Hash any = Hash.of(new byte[32]);
    before.verified(new SealedHeader(any, 2, Instant.EPOCH, any, Set.of()));

    assertThatThrownBy(before::save)
        .isInstanceOf(VerificationFailed.class)
        .hasMessage("another process has verified another block at height 2");
  }
}
