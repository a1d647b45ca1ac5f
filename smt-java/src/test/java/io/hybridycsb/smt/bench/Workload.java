package io.hybridycsb.smt.bench;

import io.hybridycsb.smt.Change;
import io.hybridycsb.smt.SparseMerkleTree;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** Keys as YCSB makes them and 32-byte random values. */
final class Workload {
  private static final int LOAD_CHUNK = 10_000;

  private final SplittableRandom random = new SplittableRandom(7);

  static byte[] key(int i) {
    return ("user" + i).getBytes(StandardCharsets.US_ASCII);
  }

  byte[] value() {
    byte[] value = new byte[32];
    random.nextBytes(value);
    return value;
  }

  int below(int bound) {
    return random.nextInt(bound);
  }

  /** Puts of keys drawn uniformly; hashing of keys and values is part of making them. */
  List<Change> puts(int count, int keys) {
    List<Change> changes = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      changes.add(Change.put(key(below(keys)), value()));
    }
    return changes;
  }

  void load(SparseMerkleTree tree, int keys) {
    for (int from = 0; from < keys; from += LOAD_CHUNK) {
      List<Change> changes = new ArrayList<>();
      for (int i = from; i < Math.min(keys, from + LOAD_CHUNK); i++) {
        changes.add(Change.put(key(i), value()));
      }
      tree.update(tree.latest().version() + 1, changes);
    }
  }
}
