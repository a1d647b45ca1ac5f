package io.hybridycsb.veritas.client;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.google.protobuf.ByteString;
import io.hybridycsb.records.Fields;
import io.hybridycsb.records.StateKey;
import io.hybridycsb.smt.Change;
import io.hybridycsb.smt.SparseMerkleTree;
import io.hybridycsb.verification.AgeLimit;
import io.hybridycsb.verification.Hash;
import io.hybridycsb.veritas.client.SeenRecord.Receipt;
import io.hybridycsb.veritas.cluster.ClusterConfig;
import io.hybridycsb.veritas.cluster.ClusterConfig.ApprovalPolicy;
import io.hybridycsb.veritas.cluster.ClusterConfig.Member;
import io.hybridycsb.veritas.crypto.Ed25519;
import io.hybridycsb.veritas.crypto.Hashes;
import io.hybridycsb.veritas.crypto.SigningKey;
import io.hybridycsb.veritas.model.StateValue;
import io.hybridycsb.veritas.model.VeritasException.VerificationFailed;
import io.hybridycsb.veritas.model.VeritasRecord;
import io.hybridycsb.veritas.proto.BlockHeader;
import io.hybridycsb.veritas.proto.SeenProof;
import io.hybridycsb.veritas.proto.SeenRead;
import io.hybridycsb.veritas.proto.VerifyReply;
import io.hybridycsb.veritas.proto.Vote;
import io.hybridycsb.veritas.proto.VoteBody;
import io.hybridycsb.veritas.signing.SignedMessages;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ReadVerifierTest {
  private static final String CLUSTER = "test";
  private static final long HEIGHT = 41;
  private static final byte[] KEY = StateKey.of("t", "k7");
  private static final byte[] ABSENT_KEY = StateKey.of("t", "nobody");

  private final List<SigningKey> nodeKeys =
      IntStream.range(0, 4).mapToObj(i -> Ed25519.generate()).toList();
  private final SparseMerkleTree tree = tree();
  private final List<byte[]> headers = headers(tree.latest().root());

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

  private ReadVerifier verifier(ApprovalPolicy policy) {
    List<Member> nodes = new ArrayList<>();
    for (int i = 0; i < nodeKeys.size(); i++) {
      nodes.add(new Member("node" + (i + 1), "127.0.0.1:1", nodeKeys.get(i).publicKey()));
    }
    return new ReadVerifier(
        new ClusterConfig(
            CLUSTER, policy, "127.0.0.1:1", nodes, List.of(), Optional.empty(), Map.of()),
        AgeLimit.NONE,
        InstantSource.system());
  }

  private VerifyReply.Builder reply(int... voters) {
    VerifyReply.Builder reply =
        VerifyReply.newBuilder().setValue(ByteString.copyFrom(value(7))).setProof(proof(KEY));
    headers.forEach(header -> reply.addHeaders(ByteString.copyFrom(header)));
    for (int voter : voters) {
      reply.addVotes(vote(voter, HEIGHT, CLUSTER));
    }
    return reply;
  }

  private VerifyReply.Builder absence(byte[] key) {
    return reply(0, 1, 2, 3).clearValue().setProof(proof(key));
  }

  private ByteString proof(byte[] key) {
    return ByteString.copyFrom(tree.latest().prove(key).encodeCompact());
  }

  private Vote vote(int voter, long height, String cluster) {
    return signed(body("node" + (voter + 1), height, cluster), voter);
  }

  private VoteBody body(String voter, long height, String cluster) {
    byte[] header = headers.get((int) (height - HEIGHT));
    return VoteBody.newBuilder()
        .setVoter(voter)
        .setCluster(cluster)
        .setUpToHeight(height + 3)
        .setDecidedHeight(height)
        .setDecidedHash(ByteString.copyFrom(Hashes.sha256(header)))
        .build();
  }

  private Vote signed(VoteBody body, int signer) {
    byte[] bytes = body.toByteArray();
    byte[] root = Hashes.sha256("of the transactions beside it".getBytes(UTF_8));
    byte[] message = SignedMessages.round(body.getCluster(), Hashes.sha256(bytes), root);
    return Vote.newBuilder()
        .setBody(ByteString.copyFrom(bytes))
        .setSignature(ByteString.copyFrom(nodeKeys.get(signer).sign(message)))
        .setTransactionsRoot(ByteString.copyFrom(root))
        .build();
  }

  private static Vote changedSignature(Vote vote) {
    byte[] signature = vote.getSignature().toByteArray();
    signature[10] ^= 1;
    return vote.toBuilder().setSignature(ByteString.copyFrom(signature)).build();
  }

  private BlockHeader header(int at) {
    try {
      return BlockHeader.parseFrom(headers.get(at));
    } catch (com.google.protobuf.InvalidProtocolBufferException e) {
      throw new AssertionError(e);
    }
  }

  private static List<byte[]> headers(byte[] root) {
    List<byte[]> headers = new ArrayList<>();
    byte[] previous = new byte[32];
    for (int i = 0; i < 3; i++) {
      byte[] header =
          BlockHeader.newBuilder()
              .setHeight(HEIGHT + i)
              .setPreviousHash(ByteString.copyFrom(previous))
              .setStateRoot(ByteString.copyFrom(i == 0 ? root : new byte[32]))
              .build()
              .toByteArray();
      headers.add(header);
      previous = Hashes.sha256(header);
    }
    return headers;
  }

  private static SparseMerkleTree tree() {
    SparseMerkleTree tree = SparseMerkleTree.inMemory();
    tree.update(1, IntStream.range(0, 50).mapToObj(i -> Change.put(key(i), value(i))).toList());
    return tree;
  }

  private static byte[] key(int i) {
    return StateKey.of("t", "k" + i);
  }

  private static byte[] value(int i) {
    return StateValue.put(i, Fields.encode(Map.of("f", new byte[] {(byte) i})));
  }
}
