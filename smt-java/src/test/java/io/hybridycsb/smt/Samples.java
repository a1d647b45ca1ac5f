package io.hybridycsb.smt;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;

/** Keys, paths and batches for tests, trees of every depth among them. */
final class Samples {
  /** Paths 0 to this, exclusive; two thirds of them share long prefixes with others. */
  static final int PATHS = 96;

  private Samples() {}

  static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  static byte[] key(int i) {
    return bytes("user" + i);
  }

  static byte[] value(int i) {
    return bytes("value" + i);
  }

  static byte[] valueHash(int i) {
    return Hashes.value(value(i));
  }

  /** Hashed paths, paths that differ in one bit only, and paths that count up in the last byte. */
  static byte[] path(int i) {
    byte[] path = new byte[32];
    switch (i % 3) {
      case 0 -> path = Hashes.path(key(i));
      case 1 -> path[i / 3] ^= (byte) (0x80 >>> (i % 8));
      default -> path[31] = (byte) i;
    }
    return path;
  }

  static Change put(int path, int value) {
    return Change.putPath(path(path), valueHash(value));
  }

  static Change delete(int path) {
    return Change.deletePath(path(path));
  }

  /** A batch of up to 80 changes, a third of them removals, with repeated paths. */
  static Arbitrary<List<Change>> batches() {
    Arbitrary<Integer> paths = Arbitraries.integers().between(0, PATHS - 1);
    Arbitrary<Integer> values = Arbitraries.integers().between(-4, 7);
    return Combinators.combine(paths, values)
        .as((path, value) -> value < 0 ? delete(path) : put(path, value))
        .list()
        .ofMaxSize(80);
  }

  static List<Change> puts(int from, int to) {
    return IntStream.range(from, to).mapToObj(i -> Change.put(key(i), value(i))).toList();
  }

  /** Gives the first keys a value that follows from the version. */
  static List<Change> overwrites(int keys, int version) {
    return IntStream.range(0, keys).mapToObj(i -> Change.put(key(i), value(version))).toList();
  }

  static SparseMerkleTree treeOf(List<Change> changes) {
    SparseMerkleTree tree = SparseMerkleTree.inMemory();
    tree.update(1, changes);
    return tree;
  }

  /** Every array that differs from this one in one bit. */
  static List<byte[]> withOneBitChanged(byte[] original) {
    List<byte[]> changed = new ArrayList<>();
    for (int bit = 0; bit < original.length * 8; bit++) {
      byte[] copy = original.clone();
      copy[bit / 8] ^= (byte) (1 << (bit % 8));
      changed.add(copy);
    }
    return changed;
  }
}
