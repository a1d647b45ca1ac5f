package io.hybridycsb.smt;

import java.security.DigestException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/** One thread's SHA-256 and its buffers: hashing a node allocates nothing but the node. */
final class Hasher {
  static final int PREIMAGE_BYTES = 1 + 2 * Words.HASH_BYTES;
  static final byte LEAF_PREFIX = 0;
  static final byte NODE_PREFIX = 1;

  private static final ThreadLocal<Hasher> PER_THREAD = ThreadLocal.withInitial(Hasher::new);

  private final MessageDigest sha256;
  private final byte[] preimage = new byte[PREIMAGE_BYTES];
  private final byte[] out = new byte[Words.HASH_BYTES];

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

  Node.Leaf leaf(Change put) {
    preimage[0] = LEAF_PREFIX;
    Words.write(preimage, 1, put.p0, put.p1, put.p2, put.p3);
    Words.write(preimage, 33, put.v0, put.v1, put.v2, put.v3);
    digest(preimage, out);
    return new Node.Leaf(
        Words.read(out, 0), Words.read(out, 8), Words.read(out, 16), Words.read(out, 24), put);
  }

  /** An inner node; a child that is null is an empty subtree. */
  Node.Inner inner(Node left, Node right) {
    preimage[0] = NODE_PREFIX;
    writeHash(left, 1);
    writeHash(right, 33);
    digest(preimage, out);
    return new Node.Inner(
        Words.read(out, 0),
        Words.read(out, 8),
        Words.read(out, 16),
        Words.read(out, 24),
        left,
        right);
  }

  private void writeHash(Node node, int offset) {
    if (node == null) {
      Words.write(preimage, offset, 0, 0, 0, 0);
    } else {
      Words.write(preimage, offset, node.h0, node.h1, node.h2, node.h3);
    }
  }

  /** Hashes a preimage of one prefix byte and two 32-byte strings, where the caller built it. */
  void digest(byte[] input, byte[] output) {
    sha256.update(input, 0, input.length);
    try {
      sha256.digest(output, 0, Words.HASH_BYTES);
    } catch (DigestException e) {
      throw new AssertionError("32 bytes hold a SHA-256", e);
    }
  }

  byte[] hash(byte[] input) {
    byte[] result = new byte[Words.HASH_BYTES];
    digest(input, result);
    return result;
  }
}
