package io.hybridycsb.smt;

/**
 * An immutable subtree that holds at least one key; a subtree without keys is {@code null}.
 *
 * <p>Hashes are four longs in the object itself: an inner node takes 56 bytes and a leaf 112, with
 * no array to follow or to collect.
 */
abstract sealed class Node {
  final long h0;
  final long h1;
  final long h2;
  final long h3;

  private Node(long h0, long h1, long h2, long h3) {
    this.h0 = h0;
    this.h1 = h1;
    this.h2 = h2;
    this.h3 = h3;
  }

  /** The number of keys below. */
  abstract int size();

  static int size(Node node) {
    return node == null ? 0 : node.size();
  }

  static byte[] hash(Node node) {
    return node == null
        ? new byte[Words.HASH_BYTES]
        : Words.toBytes(node.h0, node.h1, node.h2, node.h3);
  }

  static final class Inner extends Node {
    final Node left;
    final Node right;
    private final int size;

    Inner(long h0, long h1, long h2, long h3, Node left, Node right) {
      super(h0, h1, h2, h3);
      this.left = left;
      this.right = right;
      this.size = Math.addExact(size(left), size(right));
    }

    @Override
    int size() {
      return size;
    }
  }

  static final class Leaf extends Node {
    final long p0;
    final long p1;
    final long p2;
    final long p3;
    final long v0;
    final long v1;
    final long v2;
    final long v3;

    Leaf(long h0, long h1, long h2, long h3, Change put) {
      super(h0, h1, h2, h3);
      p0 = put.p0;
      p1 = put.p1;
      p2 = put.p2;
      p3 = put.p3;
      v0 = put.v0;
      v1 = put.v1;
      v2 = put.v2;
      v3 = put.v3;
    }

    @Override
    int size() {
      return 1;
    }

    boolean bit(int depth) {
      return Words.bit(p0, p1, p2, p3, depth);
    }

    boolean hasPathOf(Change change) {
      return p0 == change.p0 && p1 == change.p1 && p2 == change.p2 && p3 == change.p3;
    }

    boolean hasValueOf(Change change) {
      return v0 == change.v0 && v1 == change.v1 && v2 == change.v2 && v3 == change.v3;
    }

    boolean hasPath(byte[] path) {
      return p0 == Words.read(path, 0)
          && p1 == Words.read(path, 8)
          && p2 == Words.read(path, 16)
          && p3 == Words.read(path, 24);
    }

    byte[] path() {
      return Words.toBytes(p0, p1, p2, p3);
    }

    byte[] valueHash() {
      return Words.toBytes(v0, v1, v2, v3);
    }
  }
}
