package io.hybridycsb.smt;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

/**
 * What a tree holds for one key: the siblings of the way from the root to where the key's subtree
 * ends, and the leaf of another key if one stands there.
 *
 * <pre>
 * Format      1 byte: 1, or 2 for the compact one.
 * Depth d     2 bytes, big-endian: 0 to 256.
 * Other leaf  1 byte: 1 if another key's leaf follows, 0 if not.
 * Bitmap      ⌈d/8⌉ bytes, in the compact one only, from below the root downwards.
 *             Most significant bit first. A 1 is a sibling that is carried.
 *             A 0 is an empty one, or padding.
 * Leaf        64 bytes: that leaf's path and value hash, if it follows.
 * Siblings    32 bytes each, from below the root downwards. An empty one is 32 zero bytes.
 *             The compact one leaves it out.
 * </pre>
 */
public final class Proof {
  private static final int FORMAT = 1;
  private static final int COMPACT_FORMAT = 2;

  private final byte[] siblings;
  private final Change otherLeaf;

  Proof(byte[] siblings, Change otherLeaf) {
    this.siblings = siblings;
    this.otherLeaf = otherLeaf;
  }

  /**
   * Reads an encoded proof.
   *
   * @throws IllegalArgumentException if the bytes are not exactly what {@link #encode} gives
   */
  public static Proof decode(byte[] encoded) {
    ProofReader in = new ProofReader(encoded, FORMAT, "proof");
    int depth = in.depth();
    Change leaf = in.flag() ? in.leaf() : null;
    Proof proof = new Proof(in.bytes(depth * Words.HASH_BYTES), leaf);
    in.end();
    return proof;
  }

  /**
   * Reads a compactly encoded proof.
   *
   * @throws IllegalArgumentException if the bytes are not exactly what {@link #encodeCompact} gives
   */
  public static Proof decodeCompact(byte[] encoded) {
    ProofReader in = new ProofReader(encoded, COMPACT_FORMAT, "compact proof");
    int depth = in.depth();
    boolean hasLeaf = in.flag();
    byte[] bitmap = in.bits(depth);
    Change leaf = hasLeaf ? in.leaf() : null;
    byte[] siblings = new byte[depth * Words.HASH_BYTES];
    for (int i = 0; i < depth; i++) {
      if (Words.bit(bitmap, i)) {
        System.arraycopy(in.nonZeroHashes(1), 0, siblings, i * Words.HASH_BYTES, Words.HASH_BYTES);
      }
    }
    in.end();
    return new Proof(siblings, leaf);
  }

  /** The one encoding of this proof with all siblings. */
  public byte[] encode() {
    return encode(FORMAT, new byte[0], siblings);
  }

  /** The one encoding of this proof without its empty siblings: shorter to send. */
  public byte[] encodeCompact() {
    byte[] bitmap = new byte[(depth() + 7) / 8];
    ByteArrayOutputStream carried = new ByteArrayOutputStream();
    for (int i = 0; i < depth(); i++) {
      if (!Words.isZero(siblings, i * Words.HASH_BYTES)) {
        bitmap[i >>> 3] |= (byte) (0x80 >>> (i & 7));
        carried.write(siblings, i * Words.HASH_BYTES, Words.HASH_BYTES);
      }
    }
    return encode(COMPACT_FORMAT, bitmap, carried.toByteArray());
  }

  private byte[] encode(int format, byte[] bitmap, byte[] carried) {
    int leafBytes = otherLeaf == null ? 0 : Words.LEAF_BYTES;
    ByteBuffer out = ByteBuffer.allocate(4 + bitmap.length + leafBytes + carried.length);
    out.put((byte) format).putShort((short) depth()).put((byte) (otherLeaf == null ? 0 : 1));
    out.put(bitmap);
    if (otherLeaf != null) {
      out.put(otherLeaf.path()).put(otherLeaf.valueHash());
    }
    return out.put(carried).array();
  }

  /** How many siblings there are. */
  public int depth() {
    return siblings.length / Words.HASH_BYTES;
  }

  /** The siblings from below the root downwards, each 32 bytes and a copy. */
  public List<byte[]> siblings() {
    List<byte[]> copies = new ArrayList<>();
    for (int i = 0; i < siblings.length; i += Words.HASH_BYTES) {
      copies.add(Arrays.copyOfRange(siblings, i, i + Words.HASH_BYTES));
    }
    return Collections.unmodifiableList(copies);
  }

  /** The leaf of another key that shows this one to be absent, if such a leaf is there. */
  public Optional<Change> otherLeaf() {
    return Optional.ofNullable(otherLeaf);
  }

  byte[] sharedSiblings() {
    return siblings;
  }

  @Override
  public boolean equals(Object object) {
    return object instanceof Proof other && Arrays.equals(encode(), other.encode());
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(siblings);
  }

  @Override
  public String toString() {
    return "proof of depth " + depth() + (otherLeaf == null ? "" : ", other leaf " + otherLeaf);
  }
}
