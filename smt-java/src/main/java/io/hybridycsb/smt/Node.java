package io.hybridycsb.smt;

/**
 * An immutable subtree that holds at least one key; a subtree without keys is {@code null}. A
 * subtree of one key is the {@link Change} that put it.
 *
 * <p>A node keeps the hashes of its children, not its own: a change then reads the nodes of its
 * path and none beside it, and a leaf needs no object but the change.
 */
abstract sealed class Node permits Node.Inner, Change {
  /** Whether this has children; a field, because reading it needs no branch. */
  final boolean isInner;

  Node(boolean isInner) {
    this.isInner = isInner;
  }

  /** The part of this subtree, which stands at this depth, that goes left or right there. */
  abstract Node child(boolean right, int depth);

  /** Writes the {@link Hasher#PREIMAGE_BYTES} bytes of which the hash is this subtree's. */
  abstract void writePreimage(byte[] out);

  /** A subtree of at least two keys. */
  abstract static sealed class Inner extends Node {
    private Inner() {
      super(true);
    }

    /** Writes the hash of a child; 32 zero bytes for a child that is not there. */
    abstract void writeHash(boolean right, byte[] out, int offset);

    @Override
    final void writePreimage(byte[] out) {
      out[0] = Hasher.NODE_PREFIX;
      writeHash(false, out, Hasher.LEFT);
      writeHash(true, out, Hasher.RIGHT);
    }
  }

  /** An inner node with two children: 88 bytes. */
  static final class Both extends Inner {
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

    /** Takes the children's hashes from a buffer laid out as a preimage is. */
    Both(Node left, Node right, byte[] hashes) {
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

    @Override
    Node child(boolean right, int depth) {
      return right ? this.right : left;
    }

    @Override
    void writeHash(boolean right, byte[] out, int offset) {
      if (right) {
        Words.write(out, offset, r0, r1, r2, r3);
      } else {
        Words.write(out, offset, l0, l1, l2, l3);
      }
    }
  }

  /** An inner node whose keys all go the same way: 56 bytes. */
  static final class One extends Inner {
    private final Node child;
    private final boolean isRight;
    private final long h0;
    private final long h1;
    private final long h2;
    private final long h3;

    /** Takes the child's hash from a buffer laid out as a preimage is. */
    One(Node child, boolean isRight, byte[] hashes) {
      this.child = child;
      this.isRight = isRight;
      int at = isRight ? Hasher.RIGHT : Hasher.LEFT;
      h0 = Words.read(hashes, at);
      h1 = Words.read(hashes, at + 8);
      h2 = Words.read(hashes, at + 16);
      h3 = Words.read(hashes, at + 24);
    }

    @Override
    Node child(boolean right, int depth) {
      return right == isRight ? child : null;
    }

    @Override
    void writeHash(boolean right, byte[] out, int offset) {
      if (right == isRight) {
        Words.write(out, offset, h0, h1, h2, h3);
      } else {
        Words.write(out, offset, 0, 0, 0, 0);
      }
    }
  }
}
