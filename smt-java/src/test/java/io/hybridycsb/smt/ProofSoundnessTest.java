package io.hybridycsb.smt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import java.util.function.Predicate;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class ProofSoundnessTest {
  private static final Snapshot TREE = Samples.treeOf(Samples.puts(0, 50)).latest();
  private static final byte[] KEY = Samples.key(7);
  private static final byte[] VALUE = Samples.value(7);
  private static final List<byte[]> ABSENT_KEYS = List.of(Samples.key(100), Samples.key(113));

  @Provide
  Arbitrary<List<Change>> batches() {
    return Samples.batches();
  }

  @Property(tries = 300)
  void everyPathHasAProofOfWhatTheTreeHoldsAndOfNothingElse(
      @ForAll("batches") List<Change> batch, @ForAll @IntRange(max = Samples.PATHS - 1) int i) {
    Snapshot tree = Samples.treeOf(batch).latest();
    byte[] path = Samples.path(i);
    byte[] held = tree.valueHashAtPath(path);
    Proof proof = tree.provePath(path);
    assertThat(Proof.decode(proof.encode())).isEqualTo(proof);
    assertThat(Proof.decodeCompact(proof.encodeCompact())).isEqualTo(proof);
    assertThat(Verifier.verifyAbsenceAtPath(tree.root(), path, proof)).isEqualTo(held == null);
    for (int value = 0; value < 8; value++) {
      byte[] claimed = Samples.valueHash(value);
      assertThat(Verifier.verifyMembershipAtPath(tree.root(), path, claimed, proof))
          .isEqualTo(Arrays.equals(held, claimed));
    }
  }

  @Property(tries = 200)
  void aProofOfOnePathProvesNothingFalseOfAnother(
      @ForAll("batches") List<Change> batch,
      @ForAll @IntRange(max = Samples.PATHS - 1) int proven,
      @ForAll @IntRange(max = Samples.PATHS - 1) int claimed) {
    Snapshot tree = Samples.treeOf(batch).latest();
    Proof proof = tree.provePath(Samples.path(proven));
    byte[] path = Samples.path(claimed);
    byte[] held = tree.valueHashAtPath(path);
    if (held != null) {
      assertThat(Verifier.verifyAbsenceAtPath(tree.root(), path, proof)).isFalse();
    }
    for (int value = 0; value < 8; value++) {
      byte[] valueHash = Samples.valueHash(value);
      if (!Arrays.equals(held, valueHash)) {
        assertThat(Verifier.verifyMembershipAtPath(tree.root(), path, valueHash, proof)).isFalse();
      }
    }
  }

  @Test
  void anyBitChangedInAMembershipProofIsNoticed() {
    Proof proof = TREE.prove(KEY);
    assertNoChangeIsAccepted(
        proof.encode(),
        Proof::decode,
        changed -> Verifier.verifyMembership(TREE.root(), KEY, VALUE, changed));
    assertNoChangeIsAccepted(
        proof.encodeCompact(),
        Proof::decodeCompact,
        changed -> Verifier.verifyMembership(TREE.root(), KEY, VALUE, changed));
  }

  @Test
  void anyBitChangedInAnAbsenceProofIsNoticed() {
    Snapshot deep =
        Samples.treeOf(List.of(Samples.put(2, 1), Samples.put(5, 2), Samples.put(92, 3))).latest();
    for (byte[] path : List.of(Samples.path(8), Samples.path(1), Samples.path(0))) {
      Proof proof = deep.provePath(path);
      assertNoChangeIsAccepted(
          proof.encodeCompact(),
          Proof::decodeCompact,
          changed -> Verifier.verifyAbsenceAtPath(deep.root(), path, changed));
    }
    for (byte[] key : ABSENT_KEYS) {
      assertNoChangeIsAccepted(
          TREE.prove(key).encode(),
          Proof::decode,
          changed -> Verifier.verifyAbsence(TREE.root(), key, changed));
    }
  }

  @Test
  void anyBitChangedInRootKeyOrValueIsNoticed() {
    Proof proof = TREE.prove(KEY);
    for (byte[] root : Samples.withOneBitChanged(TREE.root())) {
      assertThat(Verifier.verifyMembership(root, KEY, VALUE, proof)).isFalse();
      assertThat(Verifier.verifyAbsence(root, ABSENT_KEYS.get(0), TREE.prove(ABSENT_KEYS.get(0))))
          .isFalse();
    }
    for (byte[] key : Samples.withOneBitChanged(KEY)) {
      assertThat(Verifier.verifyMembership(TREE.root(), key, VALUE, proof)).isFalse();
    }
    for (byte[] value : Samples.withOneBitChanged(VALUE)) {
      assertThat(Verifier.verifyMembership(TREE.root(), KEY, value, proof)).isFalse();
    }
  }

  @Test
  void aPresentKeyCannotBeShownAbsentByItsOwnLeaf() {
    Proof proof = TREE.prove(KEY);
    Change own = Change.put(KEY, VALUE);
    Proof forged = new Proof(proof.sharedSiblings(), own);
    assertThat(Verifier.verifyAbsence(TREE.root(), KEY, forged)).isFalse();
    assertThat(Verifier.verifyMembership(TREE.root(), KEY, VALUE, forged)).isFalse();
  }

  /** No tree has this root: its two leaves stand on the wrong sides. */
  @Test
  void aLeafThatDoesNotBelongOnTheKeysWayShowsNothing() {
    byte[] left = Samples.path(2);
    byte[] right = left.clone();
    right[0] |= (byte) 0x80;
    byte[] absent = right.clone();
    absent[31] ^= 1;
    byte[] leftLeaf = Hashes.leaf(left, Samples.valueHash(1));
    byte[] rightLeaf = Hashes.leaf(right, Samples.valueHash(2));
    byte[] swapped = Hashes.node(rightLeaf, leftLeaf);
    Proof forged = new Proof(rightLeaf, Change.putPath(left, Samples.valueHash(1)));
    assertThat(Verifier.verifyAbsenceAtPath(swapped, absent, forged)).isFalse();
    byte[] honest = Hashes.node(leftLeaf, rightLeaf);
    Proof proof = new Proof(leftLeaf, Change.putPath(right, Samples.valueHash(2)));
    assertThat(Verifier.verifyAbsenceAtPath(honest, absent, proof)).isTrue();
  }

  @Test
  void theEmptyTreeProvesEveryKeyAbsentAndNoneOther() {
    Snapshot empty = SparseMerkleTree.inMemory().latest();
    Proof proof = empty.prove(KEY);
    assertThat(proof.depth()).isZero();
    assertThat(Verifier.verifyAbsence(Hashes.empty(), KEY, proof)).isTrue();
    assertThat(Verifier.verifyAbsence(TREE.root(), KEY, proof)).isFalse();
    assertThat(Verifier.verifyMembership(Hashes.empty(), KEY, VALUE, proof)).isFalse();
    assertThat(Verifier.verifyAbsence(Hashes.empty(), KEY, new Proof(new byte[32], null)))
        .isFalse();
  }

  @Test
  void malformedProofsAreRefusedWithTheReason() {
    byte[] encoded = TREE.prove(KEY).encode();
    byte[] zeroCarried = Arrays.copyOf(new byte[] {2, 0, 1, 0, (byte) 0x80}, 5 + 32);
    assertRefused(Proof::decode, new byte[0], "must have 1 more bytes");
    assertRefused(Proof::decode, Arrays.copyOf(encoded, encoded.length + 1), "1 bytes too many");
    assertRefused(Proof::decode, new byte[] {1, 1, 1, 0}, "depth must be at most 256");
    assertRefused(Proof::decode, new byte[] {1, 0, 0, 2}, "leaf flag must be 0 or 1");
    assertRefused(Proof::decodeCompact, encoded, "must begin with format byte 2");
    assertRefused(Proof::decodeCompact, new byte[] {2, 0, 1, 0, 0x40}, "padding bits must be zero");
    assertRefused(Proof::decodeCompact, zeroCarried, "empty subtree, which must be left out");
  }

  static void assertRefused(Function<byte[], ?> decode, byte[] encoded, String reason) {
    assertThatThrownBy(() -> decode.apply(encoded))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(reason);
  }

  static <P> void assertNoChangeIsAccepted(
      byte[] encoded, Function<byte[], P> decode, Predicate<P> verify) {
    assertThat(verify.test(decode.apply(encoded))).isTrue();
    for (byte[] changed : Samples.withOneBitChanged(encoded)) {
      assertThat(isAccepted(changed, decode, verify)).isFalse();
    }
    for (int length = 0; length < encoded.length; length++) {
      byte[] cut = Arrays.copyOf(encoded, length);
      assertThatThrownBy(() -> decode.apply(cut)).isInstanceOf(IllegalArgumentException.class);
    }
  }

  private static <P> boolean isAccepted(
      byte[] encoded, Function<byte[], P> decode, Predicate<P> verify) {
    P proof;
    try {
      proof = decode.apply(encoded);
    } catch (IllegalArgumentException malformed) {
      return false;
    }
    return verify.test(proof);
  }
}
