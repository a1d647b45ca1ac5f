package io.hybridycsb.ethereum.chain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import io.hybridycsb.ethereum.rpc.BlockJson;
import io.hybridycsb.ethereum.rpc.Hex;
import io.hybridycsb.verification.Hash;
import java.util.Arrays;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The proofs that geth and GoQuorum have given, against the headers that they have given. */
class RecordedProofsTest {
  static Stream<Recorded> clients() {
    return Stream.of(Recorded.geth(), Recorded.goQuorum());
  }

  private static void check(Recorded recorded, Recorded.Case each, Optional<byte[]> value)
      throws ProofException {
    new RecordProof(new ProofNodes(each.nodes()))
        .check(
            each.layout(),
            each.contract(),
            recorded.headers().get(each.block()).stateRoot(),
            each.key(),
            value);
  }

  @ParameterizedTest
  @MethodSource("clients")
  void headersHaveTheHashesThatTheClientSaysAndTheSealsThatAreNeeded(Recorded recorded)
      throws Exception {
    for (JsonNode block : recorded.blocks()) {
      SealedHeader header = SealedHeader.read(recorded.consensus(), BlockJson.header(block));

      assertThat(header.hash()).isEqualTo(Hex.hash(block.get("hash")));
      assertThat(header.number()).isEqualTo(Hex.number(block.get("number")));
      assertThat(header.made().getEpochSecond()).isEqualTo(Hex.number(block.get("timestamp")));
      assertThat(header.stateRoot()).isEqualTo(Hex.hash(block.get("stateRoot")));
      header.requireSealed(recorded.consensus(), recorded.sealers());
    }
  }

  /** Short, long, absent in each way, in a contract that holds nothing; in each layout. */
  @ParameterizedTest
  @MethodSource("clients")
  void eachRecordIsProvenAndNoOtherOfItsKey(Recorded recorded) throws Exception {
    assertThat(recorded.cases()).hasSize(17);
    for (Recorded.Case each : recorded.cases()) {
      check(recorded, each, each.value());

      byte[] other = each.value().map(byte[]::clone).orElse(new byte[] {1});
      other[other.length - 1] ^= 2;
      assertThatThrownBy(() -> check(recorded, each, Optional.of(other)))
          .as("%s", each)
          .isInstanceOf(ProofException.class);
      if (each.value().isPresent()) {
        assertThatThrownBy(() -> check(recorded, each, Optional.empty()))
            .as("%s", each)
            .isInstanceOf(ProofException.class);
      }
    }
  }

  @ParameterizedTest
  @MethodSource("clients")
  void noNodeOfAProofIsTooMany(Recorded recorded) throws Exception {
    for (Recorded.Case each : recorded.cases()) {
      Hash root = recorded.headers().get(each.block()).stateRoot();
      for (int left = 0; left < each.nodes().size(); left++) {
        byte[] missing = each.nodes().get(left);
        RecordProof proof =
            new RecordProof(
                new ProofNodes(
                    each.nodes().stream().filter(node -> !Arrays.equals(node, missing)).toList()));
        assertThatThrownBy(
                () -> proof.check(each.layout(), each.contract(), root, each.key(), each.value()))
            .as("%s without node %d", each, left)
            .isInstanceOf(ProofException.class)
            .hasMessage("a node that the proof needs is missing");
      }
    }
  }

  @ParameterizedTest
  @MethodSource("clients")
  void anAccountThatIsNotThereIsProvenAbsentAndHoldsNoRecords(Recorded recorded) throws Exception {
    ProofNodes nodes = new ProofNodes(recorded.nodes("absent account"));
    Address account = new Address("0x" + "ab".repeat(20));
    Hash root = recorded.newest().stateRoot();

    assertThat(MerklePatricia.lookUp(root, account.bytes(), nodes)).isEmpty();
    assertThatThrownBy(
            () ->
                new RecordProof(nodes)
                    .check(Layout.LOG, account, root, new byte[] {1}, Optional.empty()))
        .isInstanceOf(ProofException.class)
        .hasMessage("the chain has no such account");
  }
}
