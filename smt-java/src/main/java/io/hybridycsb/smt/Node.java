package io.hybridycsb.smt;

/**
 * An immutable subtree that holds at least one key; a subtree without keys is {@code null}. A
 * subtree of one key is the {@link Change} that put it.
 *
 * <p>Only where keys part is there a node. Above it, down from the node before, all its keys go one
 * way and the other way is empty: those levels are hashed, but need no object.
 *
 * <p>A node keeps the hashes of its children, not its own. So a change only reads the nodes of its
 * path, and a leaf needs no object but the change.
 */
abstract sealed class Node permits Node.Inner, Change {
  /** The depth of a leaf, in which no keys part: above that of the root. */
  static final int LEAF = -1;

  /**
   * At which depth the keys of this subtree part, or {@link #LEAF}; a field, because reading it
   * needs no branch.
   */
  final short depth;

  Node(int depth) {
    this.depth = (short) depth;
  }

  final boolean isInner() {
    return depth != LEAF;
  }

  /** Writes the {@link Hasher#PREIMAGE_BYTES} bytes of which the hash is this subtree's. */
  abstract void writePreimage(byte[] out);

  /** A leaf of this subtree: above {@link #depth} all others have its path. */
  final Change anyLeaf() {
    Node node = this;
    while (node instanceof Inner inner) {
      node = inner.left;
    }
    return (Change) node;
  }

  /** The part of a subtree that goes left or right at a depth not below where its keys part. */
  static Node part(Node node, boolean right, int depth) {
    if (node == null) {
      return null;
    }
    if (node.depth == depth) {
      return ((Inner) node).child(right);
    }
    return node.anyLeaf().bit(depth) == right ? node : null;
  }

  /** A subtree of at least two keys: 88 bytes. */
  static final class Inner extends Node {
    private final Node left;
    private final Node right;
    private final long l0;
    private final long l1;
    private final long l2;
    private final long l3;
    private final long r0;
    private final long r1;
    private final long r2;
    private final long r3;

    /** Takes the hashes of the children, one level below, from a buffer laid out as a preimage. */
    Inner(int depth, Node left, Node right, byte[] hashes) {
      super(depth);
      this.left = left;
      this.right = right;
      l0 = Words.read(hashes, Hasher.LEFT);
      l1 = Words.read(hashes, Hasher.LEFT + 8);
      l2 = Words.read(hashes, Hasher.LEFT + 16);
      l3 = Words.read(hashes, Hasher.LEFT + 24);
      r0 = Words.read(hashes, Hasher.RIGHT);
      r1 = Words.read(hashes, Hasher.RIGHT + 8);
      r2 = Words.read(hashes, Hasher.RIGHT + 16);
      r3 = Words.read(hashes, Hasher.RIGHT + 24);
    }

    Node child(boolean right) {
      return right ? this.right : left;
    }

    /** Writes the hash of a child as it is one level below this. */
    void writeHash(boolean right, byte[] out, int offset) {
      if (right) {
        Words.write(out, offset, r0, r1, r2, r3);
      } else {
        Words.write(out, offset, l0, l1, l2, l3);
      }
    }

    @Override
    void writePreimage(byte[] out) {
      out[0] = Hasher.NODE_PREFIX;
      Words.write(out, Hasher.LEFT, l0, l1, l2, l3);
      Words.write(out, Hasher.RIGHT, r0, r1, r2, r3);
    }
  }
}
