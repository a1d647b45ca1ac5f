package io.hybridycsb.smt;

import java.security.DigestException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/** One thread's SHA-256 and its buffers: hashing a node allocates nothing but the node. */
final class Hasher {
  static final int PREIMAGE_BYTES = 1 + 2 * Words.HASH_BYTES;
  static final byte LEAF_PREFIX = 0;
  static final byte NODE_PREFIX = 1;

  /** Where the first hash of a preimage stands: a left child's, or a path. */
  static final int LEFT = 1;

  /** Where the second hash of a preimage stands: a right child's, or a value's. */
  static final int RIGHT = 1 + Words.HASH_BYTES;

  private static final ThreadLocal<Hasher> PER_THREAD = ThreadLocal.withInitial(Hasher::new);

  /** After so many hashes a new digest takes over: with one of long life updates took more CPU. */
  private static final int HASHES_PER_DIGEST = 65_536;

  private MessageDigest sha256 = newDigest();
  private int hashesLeft = HASHES_PER_DIGEST;
  private final byte[] preimage = new byte[PREIMAGE_BYTES];
  private final byte[] hashes = new byte[PREIMAGE_BYTES];

  private Hasher() {}

  private static MessageDigest newDigest() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError("every Java platform has SHA-256", e);
    }
  }

  static Hasher ofThread() {
    return PER_THREAD.get();
  }

  /**
   * The subtree of the keys that part at a depth, of its two sides; {@code before} is what stood
   * there, whose hashes are taken over where they can be.
   */
  Node join(Node before, int depth, Node left, Node right) {
    if (left == null || right == null) {
      return left == null ? right : left;
    }
    Node.Inner same = before != null && before.depth == depth ? (Node.Inner) before : null;
    boolean sameLeft = same != null && same.child(false) == left;
    boolean sameRight = same != null && same.child(true) == right;
    if (sameLeft && sameRight) {
      return same;
    }
    if (sameLeft) {
      same.writeHash(false, hashes, LEFT);
    } else {
      hash(left, depth + 1, hashes, LEFT);
    }
    if (sameRight) {
      same.writeHash(true, hashes, RIGHT);
    } else {
      hash(right, depth + 1, hashes, RIGHT);
    }
    return new Node.Inner(depth, left, right, hashes);
  }

  /**
   * A node with other leaves in the same places. A side that is another holds the first, or the
   * last, of these leaves.
   */
  Node replace(Node.Inner before, Node left, Node right, Change first, Change last) {
    if (left == before.child(false)) {
      before.writeHash(false, hashes, LEFT);
    } else {
      hash(left, first, before.depth + 1, hashes, LEFT);
    }
    if (right == before.child(true)) {
      before.writeHash(true, hashes, RIGHT);
    } else {
      hash(right, last, before.depth + 1, hashes, RIGHT);
    }
    return new Node.Inner(before.depth, left, right, hashes);
  }

  /** Writes the hash of a subtree as it is at a depth not below where its keys part. */
  void hash(Node node, int depth, byte[] out, int offset) {
    hash(node, node.depth > depth ? node.anyLeaf() : null, depth, out, offset);
  }

  /** The same with a leaf of the subtree, which tells on which sides of it nothing is. */
  private void hash(Node node, Change leaf, int top, byte[] out, int offset) {
    node.writePreimage(preimage);
    digest(preimage, out, offset);
    for (int depth = node.depth - 1; depth >= top; depth--) {
      boolean right = leaf.bit(depth);
      System.arraycopy(out, offset, preimage, right ? RIGHT : LEFT, Words.HASH_BYTES);
      Words.write(preimage, right ? LEFT : RIGHT, 0, 0, 0, 0);
      digest(preimage, out, offset);
    }
  }

  /** The hash of a tree, 32 zero bytes if it is empty; a new array. */
  byte[] root(Node root) {
    byte[] hash = new byte[Words.HASH_BYTES];
    if (root != null) {
      hash(root, 0, hash, 0);
    }
    return hash;
  }

  /** A put of a key and a value, which are hashed. */
  Change put(byte[] key, byte[] value) {
    digest(key, hashes, LEFT);
    digest(value, hashes, RIGHT);
    return new Change(hashes, LEFT, hashes, RIGHT);
  }

  /** Writes the SHA-256 of the input to 32 bytes of the output. */
  void digest(byte[] input, byte[] output, int offset) {
    if (hashesLeft-- == 0) {
      sha256 = newDigest();
      hashesLeft = HASHES_PER_DIGEST - 1;
    }
    sha256.update(input, 0, input.length);
    try {
      sha256.digest(output, offset, Words.HASH_BYTES);
    } catch (DigestException e) {
      throw new AssertionError("32 bytes hold a SHA-256", e);
    }
  }

  byte[] hash(byte[] input) {
    byte[] result = new byte[Words.HASH_BYTES];
    digest(input, result, 0);
    return result;
  }
}
