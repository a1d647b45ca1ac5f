package io.hybridycsb.immudb.client;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.google.protobuf.ByteString;
import io.hybridycsb.immudb.proof.Header;
import io.hybridycsb.immudb.proof.MerkleTree;
import io.hybridycsb.immudb.proof.State;
import io.hybridycsb.immudb.wire.DualProof;
import io.hybridycsb.verification.Hash;
import io.hybridycsb.verification.VerificationFailed;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * A server that rewrites transaction 4 of seven, for a client that has verified transaction 7. Its
 * "hashes" are two joined ones or none at all, so that one node of a tree can be read as another.
 */
class ForgedLinkTest {
  private static final ByteString LEAF = ByteString.copyFrom(new byte[] {0});
  private static final ByteString NODE = ByteString.copyFrom(new byte[] {1});
  private static final ByteString NONE = ByteString.EMPTY;

  private final List<Header> headers = new ArrayList<>();
  private final List<Hash> hashes = new ArrayList<>();

  @BeforeEach
  void writeSevenTransactions() {
    Hash previous = State.NONE.hash();
    for (int id = 1; id <= 7; id++) {
      Hash root = id == 1 ? Hash.of(new byte[Hash.BYTES]) : MerkleTree.root(hashes);
      headers.add(header(id, previous, root, "honest"));
      previous = headers.get(id - 1).accumulated();
      hashes.add(previous);
    }
  }

  private static Header header(int id, Hash previous, Hash linkedRoot, String content) {
    Hash entries = Hash.sha256((content + id).getBytes(UTF_8));
    return new Header(id, previous, 1_000 + id, 1, entries, linkedRoot, new byte[0]);
  }

  private static ByteString join(ByteString... parts) {
    return ByteString.copyFrom(List.of(parts));
  }

  private static ByteString sha256(ByteString... parts) {
    return Messages.bytes(Hash.sha256(join(parts).toByteArray()));
  }

  private ByteString rootOf(int first, int end) {
    return Messages.bytes(MerkleTree.root(hashes.subList(first, end)));
  }

  private static DualProof proof(
      Header from,
      Header to,
      List<ByteString> inclusion,
      List<ByteString> consistency,
      List<ByteString> lastInclusion) {
    return DualProof.newBuilder()
        .setSourceTxHeader(Messages.header(from))
        .setTargetTxHeader(Messages.header(to))
        .addAllInclusionProof(inclusion)
        .addAllConsistencyProof(consistency)
        .addAllLastInclusionProof(lastInclusion)
        .build();
  }

  @Test
  void aTransactionBeforeTheVerifiedStateIsNotRewrittenByHashesOfOtherLengths() {
    ByteString firstFour = rootOf(0, 4);
    ByteString nextTwo = rootOf(4, 6);
    ByteString firstSix = join(firstFour, nextTwo);
    assertThat(sha256(NODE, firstSix)).isEqualTo(Messages.bytes(headers.get(6).linkedRoot()));
    ByteString seventh = sha256(LEAF, Messages.bytes(hashes.get(6)));
    Header forged4 = header(4, hashes.get(0), hash(sha256(NODE, firstSix, seventh)), "forged");
    ByteString eighth = sha256(LEAF, Messages.bytes(forged4.accumulated()));
    ByteString lastTwo = sha256(NODE, seventh, eighth);
    // One subtree of two, whose left part is no hash at all.
    ByteString root = sha256(NODE, sha256(NODE, firstSix, lastTwo));
    Header forged9 = header(9, forged4.accumulated(), hash(root), "forged");
    State verified = State.of(headers.get(6));
    State forged = State.of(forged9);
    List<ByteString> last = List.of(seventh, firstSix, NONE);

    DualProof onwards =
        proof(
            headers.get(6),
            forged9,
            List.of(eighth, firstSix, NONE),
            List.of(firstSix, lastTwo, NONE),
            last);
    DualProof back = proof(forged4, forged9, last, List.of(seventh, eighth, firstSix, NONE), last);

    assertRefused(onwards, verified, forged);
    assertRefused(back, State.of(forged4), forged);
  }

  private static Hash hash(ByteString bytes) {
    return Hash.of(bytes.toByteArray());
  }

  private static void assertRefused(DualProof proof, State from, State to) {
    assertThatExceptionOfType(VerificationFailed.class)
        .isThrownBy(() -> Conversions.link(proof).verify(from, to))
        .withMessage("the answer isn't one of immudb's: a hash has 64 bytes, not 32");
  }

  @Test
  void aProofThatIsLongerThanAnyTreeIsHighIsRefused() {
    List<ByteString> many = Collections.nCopies(65, Messages.bytes(hashes.get(0)));
    DualProof proof = proof(headers.get(3), headers.get(6), many, List.of(), List.of());

    assertThatExceptionOfType(VerificationFailed.class)
        .isThrownBy(() -> Conversions.link(proof))
        .withMessage("the answer isn't one of immudb's: a proof has at most 64 hashes, not 65");
  }
}
