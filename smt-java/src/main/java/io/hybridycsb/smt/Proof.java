package io.hybridycsb.smt;

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
 * 1 byte   format, 1
 * 2 bytes  depth d, 0 to 256, big-endian
 * 1 byte   1 if another key's leaf follows, 0 if not
 * 64 bytes that leaf's path and value hash, if any
 * 32 d     siblings from below the root downwards, 32 zero bytes for an empty one
 * </pre>
 */
public final class Proof {
  private static final int FORMAT = 1;

  private final byte[] siblings;
  private final ProofLeaf otherLeaf;

  Proof(byte[] siblings, ProofLeaf otherLeaf) {
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
    ProofLeaf leaf = in.flag() ? ProofLeaf.read(in) : null;
    Proof proof = new Proof(in.bytes(depth * Words.HASH_BYTES), leaf);
    in.end();
    return proof;
  }

  /** The one encoding of this proof. */
  public byte[] encode() {
    ByteBuffer out =
        ByteBuffer.allocate(4 + (otherLeaf == null ? 0 : ProofLeaf.BYTES) + siblings.length);
    out.put((byte) FORMAT).putShort((short) depth()).put((byte) (otherLeaf == null ? 0 : 1));
    if (otherLeaf != null) {
      out.put(otherLeaf.sharedPath()).put(otherLeaf.sharedValueHash());
    }
    return out.put(siblings).array();
  }

  /** The same proof without its empty siblings: shorter to send. */
  public CompactProof compact() {
    return CompactProof.of(this);
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
  public Optional<ProofLeaf> otherLeaf() {
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
