package io.hybridycsb.veritas.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.google.protobuf.ByteString;
import io.hybridycsb.verification.Hash;
import io.hybridycsb.veritas.cluster.ClusterConfig.ApprovalPolicy;
import io.hybridycsb.veritas.crypto.Hashes;
import io.hybridycsb.veritas.model.VeritasException.VerificationFailed;
import io.hybridycsb.veritas.proto.VerifyReply;
import org.junit.jupiter.api.Test;

/** The newest header is that of the ledger that is known. */
class VerifiedHeadTest extends ReadVerifierFixture {
  @Test
  void theNewestHeaderContinuesTheOneThatIsKnown() {
    VerifiedHead known = verifier(ApprovalPolicy.ALL).checkHead(null, 0, headReply(0, 1));
    assertThat(known.height()).isEqualTo(HEIGHT);
    VerifiedHead newest = verifier(ApprovalPolicy.ALL).checkHead(known, HEIGHT, headReply(1, 2));
    assertThat(newest.height()).isEqualTo(HEIGHT + 1);
    assertThat(newest.hash()).isEqualTo(Hash.of(Hashes.sha256(headers.get(1))));
    assertThat(newest.signers()).isEqualTo(4);
  }

  @Test
  void aLedgerThatDoesNotContinueTheKnownHeaderIsFound() {
    VerifiedHead other = new VerifiedHead(HEIGHT, Hash.of(new byte[32]), 4, 0);
    assertHeadFails(
        other, headReply(1, 2), "the block at height 41 is another one than it was before");
    VerifiedHead later = new VerifiedHead(HEIGHT + 3, Hash.of(new byte[32]), 4, 0);
    assertHeadFails(
        later, headReply(1, 2), "the newest header, at height 42, is before the one at 44");
    VerifiedHead known = new VerifiedHead(HEIGHT, Hash.of(Hashes.sha256(headers.get(0))), 4, 0);
    VerifyReply withoutKnown = withoutHeaders(headReply(1, 2), 1);
    assertHeadFails(known, withoutKnown, "the block at height 41 is another one");
    VerifyReply unsigned = headReply(1, 2).toBuilder().removeVotes(0).build();
    assertHeadFails(known, unsigned, "only 3 nodes have signed");
    VerifyReply ofNoHeader = headReply(1, 2).toBuilder().setHeadHeight(HEIGHT + 9).build();
    assertHeadFails(known, ofNoHeader, "there is no header at height 50");
  }

  @Test
  void headersUpToAnAttestedOneMayComeInParts() {
    VerifiedHead known = verifier(ApprovalPolicy.ALL).checkHead(null, 0, headReply(0, 1));
    VerifyReply unattested = headReply(1, 1).toBuilder().clearVotes().clearHeadHeight().build();
    VerifiedHead part = verifier(ApprovalPolicy.ALL).checkPart(known, unattested);
    assertThat(part.height()).isEqualTo(HEIGHT + 1);
    VerifyReply rest = withoutHeaders(headReply(2, 2), 1);
    VerifiedHead newest = verifier(ApprovalPolicy.ALL).checkHead(part, HEIGHT + 1, rest);
    assertThat(newest.height()).isEqualTo(HEIGHT + 2);

    assertPartFails(
        new VerifiedHead(HEIGHT, Hash.of(new byte[32]), 4, 0),
        unattested,
        "the block at height 41 is another one than it was before");
    assertPartFails(part, unattested, "the answer has no header after the one at height 42");
  }

  private void assertPartFails(VerifiedHead known, VerifyReply reply, String message) {
    assertThatExceptionOfType(VerificationFailed.class)
        .isThrownBy(() -> verifier(ApprovalPolicy.ALL).checkPart(known, reply))
        .withMessageContaining(message);
  }

  private static VerifyReply withoutHeaders(VerifyReply reply, int count) {
    return reply.toBuilder()
        .clearHeaders()
        .addAllHeaders(reply.getHeadersList().subList(count, reply.getHeadersCount()))
        .build();
  }

  private void assertHeadFails(VerifiedHead known, VerifyReply reply, String message) {
    assertThatExceptionOfType(VerificationFailed.class)
        .isThrownBy(() -> verifier(ApprovalPolicy.ALL).checkHead(known, known.height(), reply))
        .withMessageContaining(message);
  }

  /** Of a header, with those before it and up to another. */
  private VerifyReply headReply(int head, int top) {
    VerifyReply.Builder reply = VerifyReply.newBuilder().setHeadHeight(HEIGHT + head);
    headers.stream()
        .limit(top + 1)
        .forEach(header -> reply.addHeaders(ByteString.copyFrom(header)));
    for (int voter = 0; voter < 4; voter++) {
      reply.addVotes(vote(voter, HEIGHT + (voter % 2 == 0 ? head : top), CLUSTER));
    }
    return reply.build();
  }
}
