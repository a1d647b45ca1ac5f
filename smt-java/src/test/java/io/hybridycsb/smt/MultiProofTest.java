package io.hybridycsb.smt;

import static io.hybridycsb.smt.ProofSoundnessTest.assertNoChangeIsAccepted;
import static io.hybridycsb.smt.ProofSoundnessTest.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class MultiProofTest {
  @Provide
  Arbitrary<List<Change>> batches() {
    return Samples.batches();
  }

  @Provide
  Arbitrary<Set<Integer>> asked() {
    return Arbitraries.integers().between(0, Samples.PATHS - 1).set().ofMinSize(1).ofMaxSize(20);
  }

  @Property(tries = 300)
  void aMultiProofShowsWhatSingleProofsShow(
      @ForAll("batches") List<Change> batch, @ForAll("asked") Set<Integer> asked) {
    Snapshot tree = Samples.treeOf(batch).latest();
    MultiProof proof = prove(tree, asked);
    assertThat(MultiProof.decode(proof.encode())).isEqualTo(proof);
    assertThat(Verifier.verifyAll(tree.root(), truth(tree, asked), proof)).isTrue();
    int single = 0;
    for (int i : asked) {
      single += tree.provePath(Samples.path(i)).encode().length;
    }
    assertThat(proof.encode().length).isLessThanOrEqualTo(single + 13 + 64 * asked.size());
  }

  @Property(tries = 300)
  void oneFalseClaimAmongManyIsNoticed(
      @ForAll("batches") List<Change> batch,
      @ForAll("asked") Set<Integer> asked,
      @ForAll @IntRange(max = 19) int which) {
    Snapshot tree = Samples.treeOf(batch).latest();
    MultiProof proof = prove(tree, asked);
    List<Integer> indexes = List.copyOf(asked);
    int lied = which % indexes.size();
    byte[] path = Samples.path(indexes.get(lied));
    List<Change> claims = truth(tree, asked);
    int position = positionOf(claims, path);
    claims.set(position, Change.putPath(path, Samples.valueHash(99)));
    assertThat(Verifier.verifyAll(tree.root(), claims, proof)).isFalse();
    if (tree.valueHashAtPath(path) != null) {
      claims.set(position, Change.deletePath(path));
      assertThat(Verifier.verifyAll(tree.root(), claims, proof)).isFalse();
    }
  }

  @Property(tries = 25)
  void anyBitChangedInAMultiProofIsNoticed(
      @ForAll("batches") List<Change> batch, @ForAll("asked") Set<Integer> asked) {
    Snapshot tree = Samples.treeOf(batch).latest();
    byte[] root = tree.root();
    List<Change> claims = truth(tree, asked);
    assertNoChangeIsAccepted(
        prove(tree, asked).encode(),
        MultiProof::decode,
        changed -> Verifier.verifyAll(root, claims, changed));
  }

  @Test
  void siblingsThatKeysShareAreSentOnce() {
    Snapshot tree = Samples.treeOf(Samples.puts(0, 1_000)).latest();
    List<byte[]> keys = new ArrayList<>();
    List<Change> claims = new ArrayList<>();
    int single = 0;
    for (int i = 0; i < 100; i++) {
      keys.add(Samples.key(i));
      claims.add(Change.put(Samples.key(i), Samples.value(i)));
      single += tree.prove(Samples.key(i)).encodeCompact().length;
    }
    MultiProof proof = tree.proveAll(keys);
    assertThat(Verifier.verifyAll(tree.root(), claims, proof)).isTrue();
    assertThat(proof.encode().length).isLessThan(single / 2);
  }

  @Test
  void repeatedKeysAreProvenOnceAndContradictionsAreRefused() {
    Snapshot tree = Samples.treeOf(Samples.puts(0, 10)).latest();
    byte[] key = Samples.key(3);
    MultiProof proof = tree.proveAll(List.of(key, key));
    Change present = Change.put(key, Samples.value(3));
    assertThat(proof).isEqualTo(tree.proveAll(List.of(key)));
    assertThat(Verifier.verifyAll(tree.root(), List.of(present, present), proof)).isTrue();
    assertThat(Verifier.verifyAll(tree.root(), List.of(present, Change.delete(key)), proof))
        .isFalse();
  }

  @Test
  void aProofOfOtherKeysOrOfNoKeysShowsNothing() {
    Snapshot tree = Samples.treeOf(Samples.puts(0, 10)).latest();
    MultiProof proof = tree.proveAll(List.of(Samples.key(3), Samples.key(4)));
    Change three = Change.put(Samples.key(3), Samples.value(3));
    Change five = Change.put(Samples.key(5), Samples.value(5));
    assertThat(Verifier.verifyAll(tree.root(), List.of(), proof)).isFalse();
    assertThat(Verifier.verifyAll(tree.root(), List.of(three), proof)).isFalse();
    assertThat(Verifier.verifyAll(tree.root(), List.of(three, five), proof)).isFalse();
    assertThatThrownBy(() -> tree.proveAll(List.of()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("takes 1 to 65536 keys, but got 0");
  }

  @Test
  void aPresentKeyCannotBeShownAbsentByItsOwnLeaf() {
    byte[] path = Samples.path(2);
    byte[] valueHash = Samples.valueHash(1);
    MultiProof forged = forged(new int[] {MultiProof.OTHER_LEAF}, path, valueHash);
    byte[] root = Hashes.leaf(path, valueHash);
    assertThat(Verifier.verifyAll(root, List.of(Change.deletePath(path)), forged)).isFalse();
    assertThat(Verifier.verifyAll(root, List.of(Change.deletePath(Samples.path(5))), forged))
        .isTrue();
  }

  @Test
  void aLeafThatDoesNotBelongOnTheKeysWayShowsNothing() {
    byte[] left = Samples.path(2);
    byte[] absent = left.clone();
    absent[0] |= (byte) 0x80;
    byte[] valueHash = Samples.valueHash(1);
    byte[] misplaced = Hashes.node(Hashes.empty(), Hashes.leaf(left, valueHash));
    int[] codes = {MultiProof.INNER, MultiProof.EMPTY, MultiProof.OTHER_LEAF};
    MultiProof forged = forged(codes, left, valueHash);
    assertThat(Verifier.verifyAll(misplaced, List.of(Change.deletePath(absent)), forged)).isFalse();
  }

  @Test
  void aProofDeeperThanAnyTreeShowsNothing() {
    int[] codes = new int[257];
    Arrays.fill(codes, MultiProof.INNER);
    MultiProof endless = forged(codes, new byte[32], new byte[32]);
    Change leftmost = Change.deletePath(new byte[32]);
    assertThat(Verifier.verifyAll(Hashes.empty(), List.of(leftmost), endless)).isFalse();
  }

  @Test
  void malformedProofsAreRefusedWithTheReason() {
    assertRefused(
        MultiProof::decode, new byte[] {3, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 1}, "padding bits");
    assertRefused(
        MultiProof::decode, new byte[] {3, -1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}, "codes, but has");
    assertRefused(
        MultiProof::decode,
        new byte[] {3, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 9},
        "hashes, but has 9");
    assertRefused(
        MultiProof::decode, new byte[] {3, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0}, "64 more bytes");
    assertRefused(MultiProof::decode, new byte[14], "must begin with format byte 3");
  }

  private static MultiProof forged(int[] codes, byte[] leafPath, byte[] leafValueHash) {
    byte[] packed = new byte[(codes.length + 3) / 4];
    for (int i = 0; i < codes.length; i++) {
      packed[i / 4] |= (byte) (codes[i] << (6 - 2 * (i % 4)));
    }
    byte[] leaf = Arrays.copyOf(leafPath, 64);
    System.arraycopy(leafValueHash, 0, leaf, 32, 32);
    return new MultiProof(packed, codes.length, leaf, new byte[0]);
  }

  private static MultiProof prove(Snapshot tree, Set<Integer> asked) {
    return MultiProofBuilder.prove(tree.rootNode(), asked.stream().map(Samples::delete).toList());
  }

  private static List<Change> truth(Snapshot tree, Set<Integer> asked) {
    List<Change> claims = new ArrayList<>();
    for (int i : asked) {
      byte[] path = Samples.path(i);
      byte[] held = tree.valueHashAtPath(path);
      claims.add(held == null ? Change.deletePath(path) : Change.putPath(path, held));
    }
    return claims;
  }

  private static int positionOf(List<Change> claims, byte[] path) {
    for (int i = 0; i < claims.size(); i++) {
      if (Arrays.equals(claims.get(i).path(), path)) {
        return i;
      }
    }
    throw new AssertionError("no claim of that path");
  }
}
