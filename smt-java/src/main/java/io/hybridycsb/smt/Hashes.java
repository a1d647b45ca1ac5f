package io.hybridycsb.smt;

/**
 * What the tree hashes, all with SHA-256.
 *
 * <pre>
 * path      = H(key)                        walked from its most significant bit, 0 to the left
 * leaf      = H(0x00 ‖ path ‖ H(value))
 * node      = H(0x01 ‖ left ‖ right)
 * empty     = 32 zero bytes
 * </pre>
 *
 * <p>A subtree that holds one key is that key's leaf, wherever it stands. So the root is a function
 * of the contents alone, and depth grows with the logarithm of the number of keys. The prefix byte
 * keeps a leaf from ever passing for a node.
 */
public final class Hashes {
  private Hashes() {}

  /** The hash of a subtree without keys: 32 zero bytes, a new array each time. */
  public static byte[] empty() {
    return new byte[Words.HASH_BYTES];
  }

  /** The path of a key. */
  public static byte[] path(byte[] key) {
    return Hasher.ofThread().hash(key);
  }

  /** What the tree stores of a value. */
  public static byte[] value(byte[] value) {
    return Hasher.ofThread().hash(value);
  }

  /** A leaf's hash from its 32-byte path and 32-byte value hash. */
  public static byte[] leaf(byte[] path, byte[] valueHash) {
    return Hasher.ofThread().hash(preimage(Hasher.LEAF_PREFIX, path, valueHash));
  }

  /** An inner node's hash from those of its two 32-byte children. */
  public static byte[] node(byte[] left, byte[] right) {
    return Hasher.ofThread().hash(preimage(Hasher.NODE_PREFIX, left, right));
  }

  private static byte[] preimage(byte prefix, byte[] first, byte[] second) {
    byte[] preimage = new byte[Hasher.PREIMAGE_BYTES];
    preimage[0] = prefix;
    System.arraycopy(
        Words.requireHash(first, "a hash"), 0, preimage, Hasher.LEFT, Words.HASH_BYTES);
    System.arraycopy(
        Words.requireHash(second, "a hash"), 0, preimage, Hasher.RIGHT, Words.HASH_BYTES);
    return preimage;
  }
}
