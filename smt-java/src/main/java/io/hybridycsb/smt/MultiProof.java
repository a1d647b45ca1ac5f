package io.hybridycsb.smt;

import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * What a tree holds for many keys: the part of the tree that their paths touch, in pre-order, with
 * the hash of each subtree beside it once.
 *
 * <p>Each subtree met has a code of two bits. A subtree on the path of one of the keys is one of
 * these:
 *
 * <ul>
 *   <li>Empty: {@link #EMPTY}.
 *   <li>An inner node, followed by its left and then its right child: {@link #INNER}.
 *   <li>The leaf of the one key in it that is present: {@link #KEY_LEAF}.
 *   <li>The leaf of a key that was not asked for, which is carried: {@link #OTHER_LEAF}.
 * </ul>
 *
 * <p>A subtree beside these paths is {@link #EMPTY}, or {@link #HASH}, whose hash is carried. Keys
 * are taken in the order of their paths, each once.
 *
 * <pre>
 * 1 byte        format, 3
 * 4 bytes       number of codes c, big-endian
 * 4 bytes       number of carried leaves l
 * 4 bytes       number of carried hashes h
 * ⌈2c/8⌉ bytes  codes, most significant bits first; padding bits are 0
 * 64 l bytes    carried leaves in the order met, each its path and its value hash
 * 32 h bytes    carried hashes in the order met, none of them 32 zero bytes
 * </pre>
 */
public final class MultiProof {
  /** The most keys that one proof may serve. */
  public static final int MAX_KEYS = 65_536;

  static final int EMPTY = 0;
  static final int INNER = 1;
  static final int HASH = 1;
  static final int KEY_LEAF = 2;
  static final int OTHER_LEAF = 3;

  private static final int FORMAT = 3;
  private static final int HEADER_BYTES = 13;
  private static final int MAX_CODES = 2 * MAX_KEYS * (Words.MAX_DEPTH + 1);

  private final byte[] codes;
  private final int codeCount;
  private final byte[] leaves;
  private final byte[] hashes;

  MultiProof(byte[] codes, int codeCount, byte[] leaves, byte[] hashes) {
    this.codes = codes;
    this.codeCount = codeCount;
    this.leaves = leaves;
    this.hashes = hashes;
  }

  /**
   * Reads an encoded proof.
   *
   * @throws IllegalArgumentException if the bytes are not what {@link #encode} gives
   */
  public static MultiProof decode(byte[] encoded) {
    ProofReader in = new ProofReader(encoded, FORMAT, "multi-key proof");
    int codeCount = in.count(MAX_CODES, "codes");
    int leafCount = in.count(MAX_KEYS, "leaves");
    int hashCount = in.count(Math.min(codeCount, encoded.length / Words.HASH_BYTES), "hashes");
    MultiProof proof =
        new MultiProof(
            in.bits(2 * codeCount),
            codeCount,
            in.bytes(leafCount * Words.LEAF_BYTES),
            in.nonZeroHashes(hashCount));
    in.end();
    return proof;
  }

  /** The one encoding of this proof. */
  public byte[] encode() {
    return ByteBuffer.allocate(HEADER_BYTES + codes.length + leaves.length + hashes.length)
        .put((byte) FORMAT)
        .putInt(codeCount)
        .putInt(leaves.length / Words.LEAF_BYTES)
        .putInt(hashes.length / Words.HASH_BYTES)
        .put(codes)
        .put(leaves)
        .put(hashes)
        .array();
  }

  int codeCount() {
    return codeCount;
  }

  int code(int index) {
    return codes[index >>> 2] >>> (6 - 2 * (index & 3)) & 3;
  }

  byte[] sharedLeaves() {
    return leaves;
  }

  byte[] sharedHashes() {
    return hashes;
  }

  @Override
  public boolean equals(Object object) {
    return object instanceof MultiProof other && Arrays.equals(encode(), other.encode());
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(hashes);
  }

  @Override
  public String toString() {
    return "multi-key proof of "
        + codeCount
        + " subtrees, "
        + hashes.length / Words.HASH_BYTES
        + " hashes";
  }
}
