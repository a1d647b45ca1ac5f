package io.hybridycsb.veritas.crypto;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

class MerkleTreeTest {
  @Property
  void everyLeafIsProvedByItsPath(@ForAll @IntRange(min = 1, max = 300) int size) {
    List<byte[]> leaves = leaves(size);
    MerkleTree tree = MerkleTree.of(leaves);
    for (int i = 0; i < size; i++) {
      assertThat(MerkleTree.rootFromPath(leaves.get(i), i, size, tree.path(i)))
          .isEqualTo(tree.root());
    }
  }

  @Property
  void oneChangedByteOfAPathProvesNothing(
      @ForAll @IntRange(min = 2, max = 70) int size, @ForAll int leaf, @ForAll byte change) {
    int index = Math.floorMod(leaf, size);
    List<byte[]> leaves = leaves(size);
    MerkleTree tree = MerkleTree.of(leaves);
    byte[] path = tree.path(index);
    for (int at = 0; at < path.length; at++) {
      path[at] ^= (byte) (change | 1);
      assertThat(MerkleTree.rootFromPath(leaves.get(index), index, size, path))
          .isNotEqualTo(tree.root());
      path[at] ^= (byte) (change | 1);
    }
  }

  @Property
  void oneChangedByteOfALeafProvesNothing(
      @ForAll @IntRange(min = 1, max = 70) int size, @ForAll int leaf) {
    int index = Math.floorMod(leaf, size);
    List<byte[]> leaves = leaves(size);
    MerkleTree tree = MerkleTree.of(leaves);
    for (int at = 0; at < Hashes.BYTES; at++) {
      byte[] changed = leaves.get(index).clone();
      changed[at] ^= 4;
      assertThat(MerkleTree.rootFromPath(changed, index, size, tree.path(index)))
          .isNotEqualTo(tree.root());
    }
  }

  @Property
  void anotherIndexProvesNothing(@ForAll @IntRange(min = 2, max = 70) int size, @ForAll int leaf) {
    int index = Math.floorMod(leaf, size);
    List<byte[]> leaves = leaves(size);
    MerkleTree tree = MerkleTree.of(leaves);
    for (int wrong = -1; wrong <= size; wrong++) {
      if (wrong != index) {
        assertThat(MerkleTree.rootFromPath(leaves.get(index), wrong, size, tree.path(index)))
            .isNotEqualTo(tree.root());
      }
    }
    assertThat(MerkleTree.rootFromPath(leaves.get(index), -1 - index, size, tree.path(index)))
        .isNull();
  }

  /** A path's length doesn't always tell the tree's size, which is why the size is signed too. */
  @Property
  void aSizeForWhichThePathIsTooShortOrTooLongProvesNothing(
      @ForAll @IntRange(min = 1, max = 70) int size, @ForAll int leaf) {
    int index = Math.floorMod(leaf, size);
    List<byte[]> leaves = leaves(size);
    MerkleTree tree = MerkleTree.of(leaves);
    byte[] path = tree.path(index);
    byte[] longer = Arrays.copyOf(path, path.length + Hashes.BYTES);
    byte[] ragged = Arrays.copyOf(path, path.length + 1);
    assertThat(MerkleTree.rootFromPath(leaves.get(index), index, size, longer)).isNull();
    assertThat(MerkleTree.rootFromPath(leaves.get(index), index, size, ragged)).isNull();
    if (path.length > 0) {
      byte[] shorter = Arrays.copyOf(path, path.length - Hashes.BYTES);
      assertThat(MerkleTree.rootFromPath(leaves.get(index), index, size, shorter)).isNull();
    }
    assertThat(MerkleTree.rootFromPath(leaves.get(index), index, 0, path)).isNull();
    assertThat(MerkleTree.rootFromPath(leaves.get(index), index, -1, path)).isNull();
  }

  @Property
  void listsThatDifferHaveDifferentRoots(
      @ForAll @IntRange(max = 40) int one, @ForAll @IntRange(max = 40) int other) {
    byte[] root = MerkleTree.of(leaves(one)).root();
    byte[] otherRoot = MerkleTree.of(leaves(other)).root();
    assertThat(Arrays.equals(root, otherRoot)).isEqualTo(one == other);
  }

  @Example
  void theRootIsAsDocumented() throws Exception {
    List<byte[]> leaves = leaves(5);
    byte[] left = node(node(leaves.get(0), leaves.get(1)), node(leaves.get(2), leaves.get(3)));
    assertThat(MerkleTree.of(leaves).root()).isEqualTo(node(left, leaves.get(4)));
    assertThat(MerkleTree.of(leaves.subList(0, 1)).root()).isEqualTo(leaves.get(0));
    assertThat(MerkleTree.of(List.of()).root()).isEqualTo(new byte[Hashes.BYTES]);
  }

  @Example
  void leavesAndNodesAreTwoDomains() throws Exception {
    MessageDigest sha256 = MessageDigest.getInstance("SHA-256");
    assertThat(MerkleTree.leaf(new byte[] {1, 2}))
        .isEqualTo(sha256.digest(new byte[] {0, 1, 2}))
        .isEqualTo(MerkleTree.leaf(new byte[] {1}, (byte) 2));
    List<byte[]> leaves = leaves(2);
    byte[] both = new byte[2 * Hashes.BYTES];
    System.arraycopy(leaves.get(0), 0, both, 0, Hashes.BYTES);
    System.arraycopy(leaves.get(1), 0, both, Hashes.BYTES, Hashes.BYTES);
    assertThat(MerkleTree.of(leaves).root()).isNotEqualTo(MerkleTree.leaf(both));
  }

  private static byte[] node(byte[] left, byte[] right) throws Exception {
    MessageDigest sha256 = MessageDigest.getInstance("SHA-256");
    sha256.update((byte) 1);
    sha256.update(left);
    return sha256.digest(right);
  }

  private static List<byte[]> leaves(int count) {
    return IntStream.range(0, count)
        .mapToObj(i -> MerkleTree.leaf(ByteBuffer.allocate(Integer.BYTES).putInt(i).array()))
        .toList();
  }
}
