package io.hybridycsb.quorum.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hybridycsb.ethereum.chain.Consensus;
import io.hybridycsb.quorum.client.QuorumSession.Reading;
import io.hybridycsb.verification.AgeLimit;
import io.hybridycsb.verification.VerificationFailed;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** How old the blocks may be that verified reads rely on. */
class BlockAgeTest {
  private static final byte[] KEY = ChainStandIn.KEY;
  private static final long PATIENT_MS = 60_000;
  private static final Duration YOUNG = Duration.ofMinutes(10);
  private static final Duration OLD = Duration.ofHours(1);
  private static final ReadPolicy LIMITED =
      new ReadPolicy(Freshness.SESSION, Optional.empty(), AgeLimit.ofSeconds(YOUNG.toSeconds()));

  private ChainStandIn chain;

  private static Stream<Consensus> both() {
    return Stream.of(Consensus.RAFT, Consensus.QBFT);
  }

  @AfterEach
  void end() {
    chain.close();
  }

  private void growAt(Instant time, int... nodes) {
    chain.makesAt(time);
    chain.grow(true);
    chain.arrives(nodes);
  }

  @ParameterizedTest
  @MethodSource("both")
  void anOldNewestBlockIsRefusedWhereAgeIsLimited(Consensus consensus) throws Exception {
    chain = new ChainStandIn(consensus, 4);
    growAt(Instant.now().minus(OLD), 0, 1, 2, 3);

    try (QuorumClient unlimited =
            ClientCalls.open(chain.cluster(), ReadPolicy.SESSION, PATIENT_MS);
        QuorumClient limited = ClientCalls.open(chain.cluster(), LIMITED, PATIENT_MS)) {
      assertThat(unlimited.sessionAt(0).verify(KEY).block()).isEqualTo(1);
      assertThatThrownBy(() -> limited.sessionAt(0).verify(KEY))
          .isInstanceOf(VerificationFailed.class)
          .hasMessageMatching(
              "node1, block 1: the newest block that was shown was made 36\\d\\d s ago;"
                  + " at most 600 s are allowed");
      assertThatThrownBy(() -> limited.sessionAt(0).verifyAt(KEY, 0))
          .isInstanceOf(VerificationFailed.class);
    }
  }

  @ParameterizedTest
  @MethodSource("both")
  void aNewBlockIsGoodEnoughAndItsTimeIsTold(Consensus consensus) throws Exception {
    Instant now = Instant.ofEpochSecond(Instant.now().getEpochSecond());
    chain = new ChainStandIn(consensus, 4);
    growAt(now, 0, 1, 2, 3);

    try (QuorumClient client = ClientCalls.open(chain.cluster(), LIMITED, PATIENT_MS)) {
      Reading reading = client.sessionAt(0).verify(KEY);
      assertThat(reading.proof().orElseThrow().made()).isEqualTo(now);
      assertThat(client.sessionAt(0).verifyAt(KEY, 0).block()).isZero();
    }
  }

  @ParameterizedTest
  @MethodSource("both")
  void aNodeThatLagsTooFarBehindOthersIsPassedOver(Consensus consensus) throws Exception {
    chain = new ChainStandIn(consensus, 4);
    growAt(Instant.now().minus(OLD), 0, 1, 2, 3);
    try (QuorumClient client = ClientCalls.open(chain.cluster(), LIMITED, PATIENT_MS)) {
      growAt(Instant.now(), 1, 2, 3);
      Awaitility.await("the new block")
          .atMost(Duration.ofSeconds(30))
          .until(() -> client.view().height(1) == 2);

      assertThat(client.sessionAt(0).verify(KEY).block()).isEqualTo(2);
    }
  }
}
