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

  private final MessageDigest sha256;
  private final byte[] preimage = new byte[PREIMAGE_BYTES];
  private final byte[] hashes = new byte[PREIMAGE_BYTES];

  private Hasher() {
    try {
      sha256 = MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError("every Java platform has SHA-256", e);
    }
  }

  static Hasher ofThread() {
    return PER_THREAD.get();
  }

  /** The subtree of two children; {@code before} is what stood there. */
  Node join(Node before, Node left, Node right) {
    if (left == null && !(right instanceof Node.Inner)) {
      return right;
    }
    if (right == null && !(left instanceof Node.Inner)) {
      return left;
    }
    Node.Inner inner = before instanceof Node.Inner found ? found : null;
    boolean sameLeft = inner != null && inner.child(false, 0) == left;
    boolean sameRight = inner != null && inner.child(true, 0) == right;
    if (sameLeft && sameRight) {
      return inner;
    }
    if (sameLeft) {
      inner.writeHash(false, hashes, LEFT);
    } else if (left != null) {
      hash(left, hashes, LEFT);
    }
    if (sameRight) {
      inner.writeHash(true, hashes, RIGHT);
    } else if (right != null) {
      hash(right, hashes, RIGHT);
    }
    if (left == null || right == null) {
      return new Node.One(left == null ? right : left, left == null, hashes);
    }
    return new Node.Both(left, right, hashes);
  }

  private void hash(Node node, byte[] out, int offset) {
    node.writePreimage(preimage);
    digest(preimage, out, offset);
  }

  /** The hash of a tree, 32 zero bytes if it is empty; a new array. */
  byte[] root(Node root) {
    byte[] hash = new byte[Words.HASH_BYTES];
    if (root != null) {
      hash(root, hash, 0);
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
