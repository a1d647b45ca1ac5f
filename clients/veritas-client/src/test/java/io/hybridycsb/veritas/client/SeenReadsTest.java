package io.hybridycsb.veritas.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.google.protobuf.ByteString;
import io.hybridycsb.veritas.client.SeenRecord.Receipt;
import io.hybridycsb.veritas.model.VeritasException.VerificationFailed;
import io.hybridycsb.veritas.proto.BlockHeader;
import io.hybridycsb.veritas.proto.SeenProof;
import io.hybridycsb.veritas.proto.VerifyReply;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Reads that were made before, and the heights at which they may be proved. */
class SeenReadsTest {
  private final AttestedLedger ledger = filled(AttestedLedger.overKafka(2));
  private final ReadVerifier verifier = ledger.verifier();

  /** "comes" is written at 2 and 4 and deleted at 3; "stays" is written at 1. */
  private static AttestedLedger filled(AttestedLedger ledger) {
    return ledger
        .block(Map.of("stays", "a"))
        .block(Map.of("comes", "b"))
        .block(Map.of("comes", ""))
        .block(Map.of("comes", "c"));
  }

  private void assertFails(List<Receipt> reads, VerifyReply reply, String message) {
    assertFails(verifier, reads, reply, message);
  }

  private static void assertFails(
      ReadVerifier verifier, List<Receipt> reads, VerifyReply reply, String message) {
    assertThatExceptionOfType(VerificationFailed.class)
        .isThrownBy(() -> verifier.checkSeen(reads, reply))
        .withMessage(message);
  }

  @Test
  void aValueIsProvedByAnyHeightFromThatOfItsReadOn() {
    List<Receipt> reads = List.of(ledger.read("stays", 2));
    for (long height = 2; height <= 4; height++) {
      assertThat(verifier.checkSeen(reads, ledger.proveSeen(reads, height)).heights())
          .containsExactly(height);
    }
    assertFails(
        reads, ledger.proveSeen(reads, 1), "a read of height 2 is proved for height 1 only");
  }

  @Test
  void anAbsenceIsProvedByTheHeightOfItsReadAlone() {
    List<Receipt> reads = List.of(ledger.read("comes", 1));
    assertThat(verifier.checkSeen(reads, ledger.proveSeen(reads, 1)).heights()).containsExactly(1L);
  }

  @Test
  void aFalseAbsenceIsNotProvedByALaterDeletion() {
    List<Receipt> lie = List.of(AttestedLedger.claim("comes", null, 2));
    assertFails(
        lie, ledger.proveSeen(lie, 3), "an absence of height 2 is proved for height 3 only");
  }

  @Test
  void whatWasReadBeforeTheFirstBlockIsProvedByIt() {
    List<Receipt> reads = List.of(AttestedLedger.claim("comes", null, 0));
    assertThat(verifier.checkSeen(reads, ledger.proveSeen(reads, 1)).heights()).containsExactly(1L);
  }

  @Test
  void aValueThatWasWrittenAfterItsReadIsFoundWhereVersionsArePlaces() {
    AttestedLedger chain = filled(AttestedLedger.overCometBft());
    List<Receipt> early = List.of(AttestedLedger.claim("comes", chain.valueAt("comes", 4), 3));
    assertFails(
        chain.verifier(),
        early,
        chain.proveSeen(early, 4),
        "a read of height 3 has answered a value that was written at height 4");
    List<Receipt> inTime = List.of(chain.read("comes", 4));
    assertThat(chain.verifier().checkSeen(inTime, chain.proveSeen(inTime, 4)).heights())
        .containsExactly(4L);
  }

  @Test
  void aReadIsProvedOnce() {
    List<Receipt> reads = List.of(ledger.read("stays", 2), ledger.read("comes", 2));
    VerifyReply reply = ledger.proveSeen(reads, 2, 2);
    assertFails(
        reads, reply.toBuilder().addProofs(reply.getProofs(0)).build(), "a read is proved twice");
    SeenProof empty = reply.getProofs(0).toBuilder().clearReads().build();
    assertFails(reads, reply.toBuilder().addProofs(empty).build(), "a proof is of no read");
  }

  @Test
  void moreVotesThanNodesAreRefusedUnread() {
    List<Receipt> reads = List.of(ledger.read("stays", 2));
    VerifyReply reply = ledger.proveSeen(reads, 2);
    assertFails(
        reads,
        reply.toBuilder().addVotes(reply.getVotes(0)).build(),
        "the answer has 3 votes of 2 nodes");
  }

  @Test
  void moreHeadersThanAProofNeedsAreRefusedUnread() {
    List<Receipt> reads = List.of(ledger.read("stays", 2));
    VerifyReply reply = ledger.proveSeen(reads, 2);
    int most = HeaderChain.HEADERS_MAX;
    assertFails(
        reads,
        reply.toBuilder().addAllHeaders(Collections.nCopies(most, reply.getHeaders(0))).build(),
        "the answer has %d block headers, more than %d".formatted(most + 3, most));
  }

  @Test
  void hashesInHeadersHaveTheirLength() throws Exception {
    VerifyReply reply = ledger.head(3);
    BlockHeader first = BlockHeader.parseFrom(reply.getHeaders(0));
    BlockHeader second = BlockHeader.parseFrom(reply.getHeaders(1));
    ByteString longer = second.getPreviousHash().concat(ByteString.copyFrom(new byte[1]));
    assertHeadersFail(
        reply.toBuilder()
            .setHeaders(0, first.toBuilder().clearStateRoot().build().toByteString())
            .build(),
        "the state_root of a block header: a hash has 0 bytes, not 32");
    assertHeadersFail(
        reply.toBuilder()
            .setHeaders(1, second.toBuilder().setPreviousHash(longer).build().toByteString())
            .build(),
        "the previous_hash of a block header: a hash has 33 bytes, not 32");
  }

  private void assertHeadersFail(VerifyReply reply, String message) {
    assertThatExceptionOfType(VerificationFailed.class)
        .isThrownBy(() -> verifier.checkHead(null, 0, reply))
        .withMessage(message);
  }
}
