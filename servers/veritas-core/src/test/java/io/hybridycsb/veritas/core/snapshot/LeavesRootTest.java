package io.hybridycsb.veritas.core.snapshot;

import static org.assertj.core.api.Assertions.assertThat;

import io.hybridycsb.smt.Change;
import io.hybridycsb.smt.SparseMerkleTree;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.NavigableMap;
import java.util.Random;
import java.util.TreeMap;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

class LeavesRootTest {
  private static final int PATH_BYTES = 32;

  /** Paths that share long beginnings are as frequent as others. */
  private static byte[] path(Random random, List<byte[]> before) {
    byte[] path = new byte[PATH_BYTES];
    random.nextBytes(path);
    if (!before.isEmpty() && random.nextBoolean()) {
      path = before.get(random.nextInt(before.size())).clone();
      int bit = random.nextInt(PATH_BYTES * Byte.SIZE);
      path[bit / Byte.SIZE] ^= (byte) (1 << bit % Byte.SIZE);
    }
    return path;
  }

  @Property(tries = 300)
  void leavesByRisingPathGiveTheRootOfTheTreeOverThem(
      @ForAll long seed, @ForAll @IntRange(max = 40) int count) {
    Random random = new Random(seed);
    NavigableMap<byte[], byte[]> leaves = new TreeMap<>(Arrays::compareUnsigned);
    for (int i = 0; i < count; i++) {
      byte[] valueHash = new byte[PATH_BYTES];
      random.nextBytes(valueHash);
      leaves.put(path(random, List.copyOf(leaves.keySet())), valueHash);
    }
    LeavesRoot root = new LeavesRoot();
    List<Change> changes = new ArrayList<>();
    leaves.forEach(
        (path, valueHash) -> {
          root.add(path, valueHash);
          changes.add(Change.putPath(path, valueHash));
        });
    assertThat(root.root()).isEqualTo(SparseMerkleTree.inMemory().update(1, changes));
  }
}
