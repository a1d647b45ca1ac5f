package io.hybridycsb.immudb.proof;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.hybridycsb.verification.Hash;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Against the recursive definitions of RFC 9162, section 2.1. */
class MerkleTreeTest {
  private static final int SIZE_MAX = 40;

  private static List<Hash> leaves(int size) {
    return IntStream.range(0, size).mapToObj(MerkleTreeTest::leaf).toList();
  }

  private static Hash leaf(int number) {
    return Hash.sha256(new byte[] {(byte) number});
  }

  private static Hash other(Hash hash) {
    return Hash.sha256(hash.bytes());
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 5, 7, 8, 9, 15, 16, 17, 31, 33, SIZE_MAX})
  void eachLeafIsInTheTreeByItsPathAlone(int size) {
    List<Hash> data = leaves(size);
    Hash root = Paths.root(data);

    assertThat(MerkleTree.root(data)).isEqualTo(root);
    for (int i = 0; i < size; i++) {
      List<Hash> path = Paths.inclusion(i, data);
      for (int claimed = -1; claimed <= size; claimed++) {
        assertThat(MerkleTree.includes(data.get(i), claimed, size, new Path(path), root))
            .as("leaf %d as %d of %d", i, claimed, size)
            .isEqualTo(claimed == i);
      }
      assertThat(MerkleTree.includes(leaf(99), i, size, new Path(path), root)).isFalse();
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void aPathThatIsChangedShortenedOrLengthenedFails(long seed) {
    Random random = new Random(seed);
    List<Hash> data = leaves(SIZE_MAX);
    Hash root = Paths.root(data);
    for (int i = 0; i < SIZE_MAX; i++) {
      List<Hash> path = Paths.inclusion(i, data);
      List<Hash> changed = new ArrayList<>(path);
      int at = random.nextInt(path.size());
      changed.set(at, other(changed.get(at)));
      List<Hash> longer = new ArrayList<>(path);
      longer.add(root);

      for (List<Hash> wrong : List.of(changed, longer, path.subList(0, path.size() - 1))) {
        assertThat(MerkleTree.includes(data.get(i), i, SIZE_MAX, new Path(wrong), root)).isFalse();
      }
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 6, 7, 8, 13, 16, 20, SIZE_MAX})
  void aTreeExtendsEachOfItsBeginningsAndNoOther(int newSize) {
    List<Hash> data = leaves(newSize);
    Hash newRoot = Paths.root(data);
    for (int size = 1; size <= newSize; size++) {
      Hash root = Paths.root(data.subList(0, size));
      List<Hash> proof = size == newSize ? List.of() : Paths.consistency(size, data);

      assertThat(MerkleTree.isExtended(size, root, newSize, newRoot, new Path(proof))).isTrue();
      assertThat(MerkleTree.isExtended(size, other(root), newSize, newRoot, new Path(proof)))
          .isFalse();
      assertThat(MerkleTree.isExtended(size, root, newSize, other(newRoot), new Path(proof)))
          .isFalse();
      for (int i = 0; i < proof.size(); i++) {
        List<Hash> changed = new ArrayList<>(proof);
        changed.set(i, other(changed.get(i)));
        assertThat(MerkleTree.isExtended(size, root, newSize, newRoot, new Path(changed)))
            .isFalse();
      }
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 5, 8})
  void anotherTreeOfTheSameSizeIsNoExtension(int size) {
    List<Hash> forked = new ArrayList<>(leaves(SIZE_MAX));
    forked.set(size - 1, leaf(99));
    Hash root = Paths.root(leaves(size));

    assertThat(
            MerkleTree.isExtended(
                size,
                root,
                SIZE_MAX,
                Paths.root(forked),
                new Path(Paths.consistency(size, forked))))
        .isFalse();
  }

  @ParameterizedTest
  @ValueSource(ints = {0, -1, SIZE_MAX + 1})
  void sizesThatCannotBeAreRefused(int size) {
    List<Hash> data = leaves(SIZE_MAX);

    assertThat(
            MerkleTree.isExtended(
                size,
                Paths.root(data),
                SIZE_MAX,
                Paths.root(data),
                new Path(List.of(Paths.root(data)))))
        .isFalse();
  }

  /** Two joined hashes and an empty one would make a root of six a part of any root of eight. */
  @Test
  void noHashOfAnotherLengthMakesATreeAnExtension() {
    List<Hash> six = leaves(6);
    byte[] joined =
        joined(Paths.root(six.subList(0, 4)).bytes(), Paths.root(six.subList(4, 6)).bytes());
    byte[] any = leaf(99).bytes();
    byte[] node = {1};
    Hash newRoot = Hash.sha256(node, Hash.sha256(node, joined, any).bytes());

    assertThat(Hash.sha256(node, joined)).isEqualTo(Paths.root(six));
    assertThat(isExtended(6, Paths.root(six), 8, newRoot, List.of(joined, any, new byte[0])))
        .isFalse();
  }

  private static byte[] joined(byte[] first, byte[] second) {
    return ByteBuffer.allocate(first.length + second.length).put(first).put(second).array();
  }

  /** False also if the proof can't be told. */
  private static boolean isExtended(
      long size, Hash root, long newSize, Hash newRoot, List<byte[]> proof) {
    try {
      Path path = new Path(proof.stream().map(Hash::of).toList());
      return MerkleTree.isExtended(size, root, newSize, newRoot, path);
    } catch (IllegalArgumentException e) {
      return false;
    }
  }

  @Test
  void aProofHasNoMoreHashesThanATreeHasLevels() {
    List<Hash> most = Collections.nCopies(64, leaf(0));
    List<Hash> more = Collections.nCopies(65, leaf(0));

    assertThat(new Path(most).hashes()).isEqualTo(most);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new Path(more))
        .withMessage("a proof has at most 64 hashes, not 65");
  }
}
