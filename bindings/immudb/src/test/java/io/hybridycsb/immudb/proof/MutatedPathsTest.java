package io.hybridycsb.immudb.proof;

import static org.assertj.core.api.Assertions.assertThat;

import io.hybridycsb.verification.Hash;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Proofs of trees of many sizes, changed in many ways: none proves what isn't so. */
class MutatedPathsTest {
  private static final long SEED = 51;
  private static final int SIZE_MAX = 40;
  private static final int PATHS = 15_000;

  /** A leaf that the forked tree has otherwise. */
  private static final int FORKED = 13;

  private final Random random = new Random(SEED);
  private final List<Hash> leaves =
      IntStream.range(0, SIZE_MAX).mapToObj(i -> Hash.sha256(new byte[] {(byte) i})).toList();

  private final Trees honest = new Trees(leaves);

  /** Trees over the first of some leaves; what was asked for once isn't computed again. */
  private record Trees(
      List<Hash> leaves,
      Map<Integer, Hash> roots,
      Map<List<Integer>, List<Hash>> inclusions,
      Map<List<Integer>, List<Hash>> consistencies) {
    Trees(List<Hash> leaves) {
      this(leaves, new HashMap<>(), new HashMap<>(), new HashMap<>());
    }

    Hash root(int size) {
      return roots.computeIfAbsent(size, any -> MerkleTree.root(leaves.subList(0, size)));
    }

    List<Hash> inclusion(int index, int size) {
      return inclusions.computeIfAbsent(
          List.of(index, size), any -> Paths.inclusion(index, leaves.subList(0, size)));
    }

    List<Hash> consistency(int size, int newSize) {
      return consistencies.computeIfAbsent(
          List.of(size, newSize), any -> Paths.consistency(size, leaves.subList(0, newSize)));
    }
  }

  private int upTo(int most) {
    return 1 + random.nextInt(most);
  }

  /** Changes the hashes of a proof, one or a few. */
  private Path changed(List<Hash> proof) {
    List<Hash> changed = new ArrayList<>(proof);
    for (int i = random.nextInt(3); i >= 0; i--) {
      int at = random.nextInt(changed.size() + 1);
      if (at == changed.size()) {
        changed.add(leaves.get(random.nextInt(SIZE_MAX)));
        continue;
      }
      switch (random.nextInt(5)) {
        case 0 -> changed.remove(at);
        case 1 -> changed.add(at, changed.get(at));
        case 2 -> changed.set(at, flipped(changed.get(at)));
        case 3 -> Collections.swap(changed, at, random.nextInt(changed.size()));
        default -> changed.set(at, MerkleTree.leaf(leaves.get(random.nextInt(SIZE_MAX))));
      }
    }
    return new Path(changed);
  }

  private Hash flipped(Hash hash) {
    byte[] bytes = hash.bytes();
    bytes[random.nextInt(Hash.BYTES)] ^= (byte) (1 << random.nextInt(8));
    return Hash.of(bytes);
  }

  @Test
  void noChangedPathProvesALeafThatIsNotThere() {
    int accepted = 0;
    for (int i = 0; i < PATHS; i++) {
      int size = upTo(SIZE_MAX);
      int index = random.nextInt(size);
      Path path = changed(honest.inclusion(index, size));
      int claimed = random.nextInt(8) == 0 ? random.nextInt(size) : index;
      Hash leaf = leaves.get(random.nextInt(8) == 0 ? random.nextInt(SIZE_MAX) : index);

      if (MerkleTree.includes(leaf, claimed, size, path, honest.root(size))) {
        accepted++;
        assertThat(leaf).isEqualTo(leaves.get(claimed));
      }
    }
    // Some changes leave a path as it was.
    assertThat(accepted).isBetween(1, PATHS / 4);
  }

  @Test
  void noChangedProofMakesATreeTheBeginningOfAnother() {
    List<Hash> forkedLeaves = new ArrayList<>(leaves);
    forkedLeaves.set(FORKED, leaves.get(0));
    Trees forked = new Trees(forkedLeaves);
    int accepted = 0;
    for (int i = 0; i < PATHS; i++) {
      int newSize = 1 + upTo(SIZE_MAX - 1);
      int size = upTo(newSize - 1);
      int claimed = random.nextInt(8) == 0 ? upTo(newSize) : size;
      Trees grown = random.nextInt(3) == 0 ? forked : honest;
      Path proof = changed(grown.consistency(size, newSize));
      Hash root = honest.root(claimed);

      if (MerkleTree.isExtended(claimed, root, newSize, grown.root(newSize), proof)) {
        accepted++;
        assertThat(grown == honest || claimed <= FORKED).as("%d of %d", claimed, newSize).isTrue();
      }
    }
    assertThat(accepted).isBetween(1, PATHS / 4);
  }
}
