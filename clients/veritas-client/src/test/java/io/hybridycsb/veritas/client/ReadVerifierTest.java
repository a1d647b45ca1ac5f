package io.hybridycsb.veritas.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.google.protobuf.ByteString;
import io.hybridycsb.smt.Change;
import io.hybridycsb.smt.SparseMerkleTree;
import io.hybridycsb.verification.Hash;
import io.hybridycsb.veritas.client.SeenRecord.Receipt;
import io.hybridycsb.veritas.cluster.ClusterConfig.ApprovalPolicy;
import io.hybridycsb.veritas.crypto.Hashes;
import io.hybridycsb.veritas.model.VeritasException.VerificationFailed;
import io.hybridycsb.veritas.model.VeritasRecord;
import io.hybridycsb.veritas.proto.BlockHeader;
import io.hybridycsb.veritas.proto.SeenProof;
import io.hybridycsb.veritas.proto.SeenRead;
import io.hybridycsb.veritas.proto.VerifyReply;
import io.hybridycsb.veritas.proto.Vote;
import io.hybridycsb.veritas.proto.VoteBody;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ReadVerifierTest extends ReadVerifierFixture {
  @Test
  void aRecordThatEveryNodeHasSignedIsTrusted() {
    VerifiedRecord verified = verifier(ApprovalPolicy.ALL).check(KEY, reply(0, 1, 2, 3).build());
    VeritasRecord record = verified.record().orElseThrow();
    assertThat(record.key()).isEqualTo("k7");
    assertThat(record.version()).isEqualTo(7);
    assertThat(record.fields().get("f")).containsExactly(7);
    assertThat(verified.height()).isEqualTo(HEIGHT);
    assertThat(verified.stateRoot()).isEqualTo(Hash.of(tree.latest().root()));
    assertThat(verified.signers()).isEqualTo(4);
  }

  @Test
  void anAbsenceIsProvedToo() {
    VerifiedRecord verified =
        verifier(ApprovalPolicy.ALL).check(ABSENT_KEY, absence(ABSENT_KEY).build());
    assertThat(verified.record()).isEmpty();
  }

  @Test
  void aMajorityIsEnoughWhereItDecides() {
    verifier(ApprovalPolicy.MAJORITY).check(KEY, reply(0, 2, 3).build());
    assertFails(
        verifier(ApprovalPolicy.MAJORITY),
        reply(0, 2),
        "only 2 nodes have signed the state root at height 41; 3 are needed");
  }

  @Test
  void aMissingSignerIsNotMadeUpForByAnothersSecondVote() {
    assertFails(reply(0, 1, 2), "only 3 nodes have signed");
    assertFails(reply(0, 1, 2, 2), "only 3 nodes have signed");
    assertFails(reply(), "only 0 nodes have signed");
  }

  @Test
  void aForgedVoteDoesNotCount() {
    Vote good = vote(3, HEIGHT, CLUSTER);
    assertFails(reply(0, 1, 2).addVotes(changedSignature(good)), "only 3 nodes");
    assertFails(reply(0, 1, 2).addVotes(signed(body("node4", HEIGHT, CLUSTER), 0)), "only 3 nodes");
    assertFails(reply(0, 1, 2).addVotes(good.toBuilder().clearSignature()), "only 3 nodes");
    assertFails(
        reply(0, 1, 2)
            .addVotes(good.toBuilder().setBody(body("node4", HEIGHT + 1, CLUSTER).toByteString())),
        "only 3 nodes");
  }

  @Test
  void aVoteOfAnotherClusterOrOfAStrangerDoesNotCount() {
    assertFails(reply(0, 1, 2).addVotes(vote(3, HEIGHT, "other")), "only 3 nodes");
    assertFails(reply(0, 1, 2).addVotes(signed(body("node9", HEIGHT, CLUSTER), 3)), "only 3 nodes");
  }

  @Test
  void aVoteForAnotherBlockDoesNotCount() {
    VoteBody otherHash =
        body("node4", HEIGHT, CLUSTER).toBuilder()
            .setDecidedHash(ByteString.copyFrom(new byte[32]))
            .build();
    assertFails(reply(0, 1, 2).addVotes(signed(otherHash, 3)), "only 3 nodes");
    VoteBody otherHeight =
        body("node4", HEIGHT, CLUSTER).toBuilder().setDecidedHeight(HEIGHT - 1).build();
    assertFails(reply(0, 1, 2).addVotes(signed(otherHeight, 3)), "only 3 nodes");
  }

  @Test
  void aVoteForALaterBlockOfTheChainCountsForTheFirst() {
    verifier(ApprovalPolicy.ALL)
        .check(
            KEY,
            reply(0, 1)
                .addVotes(vote(2, HEIGHT + 1, CLUSTER))
                .addVotes(vote(3, HEIGHT + 2, CLUSTER))
                .build());
  }

  @Test
  void aBrokenChainIsFound() {
    for (int at = 1; at < headers.size(); at++) {
      BlockHeader loose =
          header(at).toBuilder().setPreviousHash(ByteString.copyFrom(new byte[32])).build();
      assertFails(
          reply(0, 1, 2, 3).setHeaders(at, loose.toByteString()),
          "the header at height " + (HEIGHT + at) + " doesn't follow the one before it");
    }
    VerifyReply gap =
        reply(0, 1, 2, 3)
            .clearHeaders()
            .addHeaders(ByteString.copyFrom(headers.get(0)))
            .addHeaders(ByteString.copyFrom(headers.get(2)))
            .build();
    assertFails(gap.toBuilder(), "the header at height 43 doesn't follow the one before it");
  }

  @Test
  void anotherRootThanTheSignedOneIsFound() {
    tree.update(tree.latest().version() + 1, List.of(Change.put(KEY, value(8))));
    BlockHeader forged =
        header(0).toBuilder().setStateRoot(ByteString.copyFrom(tree.latest().root())).build();
    VerifyReply.Builder reply =
        reply(0, 1, 2, 3)
            .setValue(ByteString.copyFrom(value(8)))
            .setProof(proof(KEY))
            .clearHeaders()
            .addHeaders(forged.toByteString());
    assertFails(reply, "only 0 nodes have signed the state root at height 41; 4 are needed");
  }

  /** One height must not stand for two headers, of which one is signed and the other is used. */
  @Test
  void aSignedHeaderCannotLendItsSignaturesToAForgedOneOfTheSameHeight() {
    byte[] root = new byte[32];
    SparseMerkleTree forgedTree = SparseMerkleTree.inMemory();
    forgedTree.update(1, List.of(Change.put(KEY, value(9))));
    System.arraycopy(forgedTree.latest().root(), 0, root, 0, root.length);
    BlockHeader real = header(0);
    BlockHeader forged =
        BlockHeader.newBuilder().setHeight(HEIGHT).setStateRoot(ByteString.copyFrom(root)).build();
    VerifyReply.Builder reply =
        reply(0, 1, 2, 3)
            .setValue(ByteString.copyFrom(value(9)))
            .setProof(ByteString.copyFrom(forgedTree.latest().prove(KEY).encodeCompact()))
            .clearHeaders()
            .addHeaders(forged.toByteString())
            .addHeaders(real.toByteString());
    assertFails(reply, "doesn't follow the one before it");
  }

  @Test
  void aWrongValueIsFound() {
    assertFails(
        reply(0, 1, 2, 3).setValue(ByteString.copyFrom(value(8))),
        "the value of t/k7 is not what the state root at height 41 stands for");
    assertFails(reply(0, 1, 2, 3).clearValue(), "the absence of t/k7 is not what the state root");
  }

  @Test
  void oneChangedByteOfTheValueIsFound() {
    byte[] value = value(7);
    for (int at = 0; at < value.length; at++) {
      byte[] changed = value.clone();
      changed[at] ^= 2;
      assertFails(reply(0, 1, 2, 3).setValue(ByteString.copyFrom(changed)), "the value of t/k7");
    }
  }

  @Test
  void oneChangedByteOfTheProofIsFound() {
    byte[] proof = proof(KEY).toByteArray();
    for (int at = 0; at < proof.length; at++) {
      byte[] changed = proof.clone();
      changed[at] ^= 2;
      assertFails(reply(0, 1, 2, 3).setProof(ByteString.copyFrom(changed)), "the value of t/k7");
    }
    assertFails(reply(0, 1, 2, 3).clearProof(), "the value of t/k7");
  }

  @Test
  void anotherKeysRecordOrAbsenceIsFound() {
    VerifyReply.Builder other =
        reply(0, 1, 2, 3).setValue(ByteString.copyFrom(value(8))).setProof(proof(key(8)));
    assertFails(other, "the value of t/k7");
    assertFails(absence(ABSENT_KEY), "the absence of t/k7");
  }

  @Test
  void aRecordOfThePastIsThatOfTheHeightThatWasAskedFor() {
    ReadVerifier verifier = verifier(ApprovalPolicy.ALL);
    VerifyReply reply = reply(0, 1, 2, 3).build();
    assertThat(verifier.checkAt(KEY, HEIGHT, reply).record().orElseThrow().version()).isEqualTo(7);
    assertThat(verifier.checkAt(ABSENT_KEY, HEIGHT, absence(ABSENT_KEY).build()).record())
        .isEmpty();
    for (long other : new long[] {HEIGHT - 1, HEIGHT + 1}) {
      assertPastFails(
          other,
          reply,
          "asked for was the state at height %d, and the answer is about height 41"
              .formatted(other));
    }
  }

  /** The root that counts is that of the first header, whatever others are sent along. */
  @Test
  void aRecordOfThePastIsNotProvedByAnotherHeightsRoot() {
    VerifyReply later =
        reply(0, 1, 2, 3)
            .clearHeaders()
            .addHeaders(ByteString.copyFrom(headers.get(1)))
            .addHeaders(ByteString.copyFrom(headers.get(2)))
            .clearVotes()
            .addAllVotes(IntStream.range(0, 4).mapToObj(i -> vote(i, HEIGHT + 1, CLUSTER)).toList())
            .build();
    assertPastFails(HEIGHT + 1, later, "the value of t/k7 is not what the state root at height 42");
    assertPastFails(
        HEIGHT,
        reply(0, 1, 2, 3).setValue(ByteString.copyFrom(value(8))).build(),
        "the value of t/k7 is not what the state root at height 41");
    assertPastFails(
        HEIGHT, reply(0, 1, 2, 3).clearValue().build(), "the absence of t/k7 is not what");
    assertPastFails(HEIGHT, reply(0, 1, 2).build(), "only 3 nodes have signed");
  }

  private void assertPastFails(long height, VerifyReply reply, String message) {
    assertThatExceptionOfType(VerificationFailed.class)
        .isThrownBy(() -> verifier(ApprovalPolicy.ALL).checkAt(KEY, height, reply))
        .withMessageContaining(message);
  }

  @Test
  void garbageIsAnErrorNotACrash() {
    ByteString garbage = ByteString.copyFrom(new byte[] {-1, -1, -1});
    assertFails(VerifyReply.newBuilder(), "the answer has no block header");
    assertFails(reply(0, 1, 2, 3).setHeaders(0, garbage), "a block header can't be read");
    assertFails(
        reply(0, 1, 2).addVotes(Vote.newBuilder().setBody(garbage)), "a vote can't be read");
  }

  @Test
  void readsMadeBeforeAreProvedTogether() {
    List<Receipt> reads = List.of(seen(KEY, HEIGHT - 3), seen(ABSENT_KEY, HEIGHT));
    VerifiedReads verified =
        verifier(ApprovalPolicy.ALL).checkSeen(reads, seenReply(KEY, ABSENT_KEY).build());
    assertThat(verified.heights()).containsExactly(HEIGHT, HEIGHT);
    assertThat(verified.signers()).isEqualTo(4);
  }

  @Test
  void aReadMadeBeforeIsNotProvedByThePastNorByAnother() {
    VerifyReply one = seenReply(KEY).build();
    assertSeenFails(
        List.of(seen(KEY, HEIGHT + 1)), one, "a read of height 42 is proved for height 41 only");
    assertSeenFails(
        List.of(seen(KEY, HEIGHT), seen(ABSENT_KEY, HEIGHT)), one, "of 2 reads only 1 are proved");
    Receipt forged = receipt(KEY, HEIGHT, new byte[32]);
    assertSeenFails(List.of(forged), one, "what 1 reads have answered is not");
    assertSeenFails(List.of(), one, "a proof is of a read that wasn't asked for");
  }

  /** What comes after the last signed header of the answer is signed by nobody. */
  @Test
  void aForgedHeaderAfterTheSignedOnesCannotPassForOneBeforeThem() {
    SparseMerkleTree forgedTree = SparseMerkleTree.inMemory();
    forgedTree.update(1, List.of(Change.put(KEY, value(9))));
    BlockHeader forged =
        BlockHeader.newBuilder()
            .setHeight(HEIGHT - 1)
            .setPreviousHash(ByteString.copyFrom(Hashes.sha256(headers.get(0))))
            .setStateRoot(ByteString.copyFrom(forgedTree.latest().root()))
            .build();
    Receipt lie = receipt(KEY, HEIGHT - 1, forgedTree.latest().valueHash(KEY));
    VerifyReply.Builder reply =
        reply(0, 1, 2, 3)
            .clearHeaders()
            .addHeaders(ByteString.copyFrom(headers.get(0)))
            .addHeaders(forged.toByteString())
            .addProofs(
                SeenProof.newBuilder()
                    .setHeight(HEIGHT - 1)
                    .addReads(0)
                    .setProof(
                        ByteString.copyFrom(forgedTree.latest().proveAll(List.of(KEY)).encode())));
    assertSeenFails(
        List.of(lie), reply.build(), "the header at height 40 doesn't follow the one before it");
  }

  private void assertSeenFails(List<Receipt> reads, VerifyReply reply, String message) {
    assertThatExceptionOfType(VerificationFailed.class)
        .isThrownBy(() -> verifier(ApprovalPolicy.ALL).checkSeen(reads, reply))
        .withMessageStartingWith(message);
  }

  private Receipt seen(byte[] key, long height) {
    return receipt(key, height, tree.latest().valueHash(key));
  }

  private static Receipt receipt(byte[] key, long height, byte[] hash) {
    SeenRead read =
        SeenRead.newBuilder()
            .setKey(ByteString.copyFrom(key))
            .setValueHash(hash == null ? ByteString.EMPTY : ByteString.copyFrom(hash))
            .setHeight(height)
            .build();
    return new Receipt(read, 0, height, "node1");
  }

  private VerifyReply.Builder seenReply(byte[]... keys) {
    byte[] proof = tree.latest().proveAll(List.of(keys)).encode();
    return reply(0, 1, 2, 3)
        .addProofs(
            SeenProof.newBuilder()
                .setHeight(HEIGHT)
                .addAllReads(IntStream.range(0, keys.length).boxed().toList())
                .setProof(ByteString.copyFrom(proof)));
  }

  private void assertFails(VerifyReply.Builder reply, String message) {
    assertFails(verifier(ApprovalPolicy.ALL), reply, message);
  }

  private static void assertFails(
      ReadVerifier verifier, VerifyReply.Builder reply, String message) {
    assertThatExceptionOfType(VerificationFailed.class)
        .isThrownBy(() -> verifier.check(KEY, reply.build()))
        .withMessageContaining(message);
  }
}
