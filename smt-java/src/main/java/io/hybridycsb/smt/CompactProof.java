package io.hybridycsb.smt;

import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * A {@link Proof} without its empty siblings.
 *
 * <pre>
 * 1 byte       format, 2
 * 2 bytes      depth d, 0 to 256, big-endian
 * 1 byte       1 if another key's leaf follows, 0 if not
 * ⌈d/8⌉ bytes  bitmap from below the root downwards, most significant bit first: 1 for a sibling
 *              that is carried, 0 for an empty one; padding bits are 0
 * 64 bytes     that leaf's path and value hash, if any
 * 32 each      the carried siblings in the same order, none of them 32 zero bytes
 * </pre>
 */
public final class CompactProof {
  private static final int FORMAT = 2;

  private final Proof full;
  private final byte[] bitmap;

  private CompactProof(Proof full, byte[] bitmap) {
    this.full = full;
    this.bitmap = bitmap;
  }

  static CompactProof of(Proof full) {
    byte[] siblings = full.sharedSiblings();
    byte[] bitmap = new byte[(full.depth() + 7) / 8];
    for (int i = 0; i < full.depth(); i++) {
      if (!Words.isZero(siblings, i * Words.HASH_BYTES)) {
        bitmap[i >>> 3] |= (byte) (0x80 >>> (i & 7));
      }
    }
    return new CompactProof(full, bitmap);
  }

  /**
   * Reads an encoded proof.
   *
   * @throws IllegalArgumentException if the bytes are not exactly what {@link #encode} gives
   */
  public static CompactProof decode(byte[] encoded) {
    ProofReader in = new ProofReader(encoded, FORMAT, "compact proof");
    int depth = in.depth();
    boolean hasLeaf = in.flag();
    byte[] bitmap = in.bits(depth);
    ProofLeaf leaf = hasLeaf ? ProofLeaf.read(in) : null;
    byte[] carried = in.nonZeroHashes(carriedCount(bitmap));
    in.end();
    return new CompactProof(new Proof(spread(carried, bitmap, depth), leaf), bitmap);
  }

  private static int carriedCount(byte[] bitmap) {
    int count = 0;
    for (byte bits : bitmap) {
      count += Integer.bitCount(bits & 0xff);
    }
    return count;
  }

  private static byte[] spread(byte[] carried, byte[] bitmap, int depth) {
    byte[] siblings = new byte[depth * Words.HASH_BYTES];
    int from = 0;
    for (int i = 0; i < depth; i++) {
      if (Words.bit(bitmap, i)) {
        System.arraycopy(carried, from, siblings, i * Words.HASH_BYTES, Words.HASH_BYTES);
        from += Words.HASH_BYTES;
      }
    }
    return siblings;
  }

  /** The one encoding of this proof. */
  public byte[] encode() {
    ProofLeaf leaf = full.otherLeaf().orElse(null);
    ByteBuffer out =
        ByteBuffer.allocate(
            4
                + bitmap.length
                + (leaf == null ? 0 : ProofLeaf.BYTES)
                + carriedCount(bitmap) * Words.HASH_BYTES);
    out.put((byte) FORMAT).putShort((short) full.depth()).put((byte) (leaf == null ? 0 : 1));
    out.put(bitmap);
    if (leaf != null) {
      out.put(leaf.sharedPath()).put(leaf.sharedValueHash());
    }
    for (int i = 0; i < full.depth(); i++) {
      if (Words.bit(bitmap, i)) {
        out.put(full.sharedSiblings(), i * Words.HASH_BYTES, Words.HASH_BYTES);
      }
    }
    return out.array();
  }

  /** The same proof with every sibling in its place. */
  public Proof full() {
    return full;
  }

  @Override
  public boolean equals(Object object) {
    return object instanceof CompactProof other && full.equals(other.full);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(bitmap);
  }

  @Override
  public String toString() {
    return "compact " + full;
  }
}
