package io.hybridycsb.immudb.proof;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Against the recursive definitions of RFC 9162, section 2.1. */
class MerkleTreeTest {
  private static final int SIZE_MAX = 40;

  private static List<byte[]> leaves(int size) {
    return IntStream.range(0, size).mapToObj(i -> new byte[] {(byte) i, 7}).toList();
  }

  private static int split(int size) {
    return Integer.highestOneBit(size - 1);
  }

  private static byte[] root(List<byte[]> data) {
    if (data.size() == 1) {
      return Sha256.of(new byte[] {0}, data.get(0));
    }
    int left = split(data.size());
    return Sha256.of(
        new byte[] {1}, root(data.subList(0, left)), root(data.subList(left, data.size())));
  }

  private static List<byte[]> path(int index, List<byte[]> data) {
    if (data.size() == 1) {
      return new ArrayList<>();
    }
    int left = split(data.size());
    boolean isLeft = index < left;
    List<byte[]> first = data.subList(0, left);
    List<byte[]> second = data.subList(left, data.size());
    List<byte[]> path = isLeft ? path(index, first) : path(index - left, second);
    path.add(root(isLeft ? second : first));
    return path;
  }

  /** As the RFC's, but with the old root where that leaves it out. */
  private static List<byte[]> consistency(int size, List<byte[]> data) {
    if (size == data.size()) {
      List<byte[]> whole = new ArrayList<>();
      whole.add(root(data));
      return whole;
    }
    int left = split(data.size());
    List<byte[]> first = data.subList(0, left);
    List<byte[]> second = data.subList(left, data.size());
    boolean isLeft = size <= left;
    List<byte[]> proof = isLeft ? consistency(size, first) : consistency(size - left, second);
    proof.add(root(isLeft ? second : first));
    return proof;
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 5, 7, 8, 9, 15, 16, 17, 31, 33, SIZE_MAX})
  void eachLeafIsInTheTreeByItsPathAlone(int size) {
    List<byte[]> data = leaves(size);
    byte[] root = root(data);

    assertThat(MerkleTree.root(data)).isEqualTo(root);
    for (int i = 0; i < size; i++) {
      List<byte[]> path = path(i, data);
      for (int claimed = -1; claimed <= size; claimed++) {
        assertThat(MerkleTree.includes(data.get(i), claimed, size, path, root))
            .as("leaf %d as %d of %d", i, claimed, size)
            .isEqualTo(claimed == i);
      }
      assertThat(MerkleTree.includes(new byte[] {99}, i, size, path, root)).isFalse();
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void aPathThatIsChangedShortenedOrLengthenedFails(long seed) {
    Random random = new Random(seed);
    List<byte[]> data = leaves(SIZE_MAX);
    byte[] root = root(data);
    for (int i = 0; i < SIZE_MAX; i++) {
      List<byte[]> path = path(i, data);
      List<byte[]> changed = new ArrayList<>(path);
      int at = random.nextInt(path.size());
      changed.set(at, Sha256.of(changed.get(at)));
      List<byte[]> longer = new ArrayList<>(path);
      longer.add(root);

      for (List<byte[]> wrong : List.of(changed, longer, path.subList(0, path.size() - 1))) {
        assertThat(MerkleTree.includes(data.get(i), i, SIZE_MAX, wrong, root)).isFalse();
      }
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 6, 7, 8, 13, 16, 20, SIZE_MAX})
  void aTreeExtendsEachOfItsBeginningsAndNoOther(int newSize) {
    List<byte[]> data = leaves(newSize);
    byte[] newRoot = root(data);
    for (int size = 1; size <= newSize; size++) {
      byte[] root = root(data.subList(0, size));
      List<byte[]> proof = size == newSize ? List.of() : consistency(size, data);

      assertThat(MerkleTree.isExtended(size, root, newSize, newRoot, proof)).isTrue();
      assertThat(MerkleTree.isExtended(size, Sha256.of(root), newSize, newRoot, proof)).isFalse();
      assertThat(MerkleTree.isExtended(size, root, newSize, Sha256.of(newRoot), proof)).isFalse();
      for (int i = 0; i < proof.size(); i++) {
        List<byte[]> changed = new ArrayList<>(proof);
        changed.set(i, Sha256.of(changed.get(i)));
        assertThat(MerkleTree.isExtended(size, root, newSize, newRoot, changed)).isFalse();
      }
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 5, 8})
  void anotherTreeOfTheSameSizeIsNoExtension(int size) {
    List<byte[]> forked = new ArrayList<>(leaves(SIZE_MAX));
    forked.set(size - 1, new byte[] {99});
    byte[] root = root(leaves(size));

    assertThat(MerkleTree.isExtended(size, root, SIZE_MAX, root(forked), consistency(size, forked)))
        .isFalse();
  }

  @ParameterizedTest
  @ValueSource(ints = {0, -1, SIZE_MAX + 1})
  void sizesThatCannotBeAreRefused(int size) {
    List<byte[]> data = leaves(SIZE_MAX);

    assertThat(MerkleTree.isExtended(size, root(data), SIZE_MAX, root(data), List.of(root(data))))
        .isFalse();
  }
}
