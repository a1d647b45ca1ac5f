package io.hybridycsb.smt;

import java.util.Arrays;
import java.util.HexFormat;

/** The leaf that an absence proof shows to stand where the key would. */
public final class ProofLeaf {
  static final int BYTES = 2 * Words.HASH_BYTES;

  private final byte[] path;
  private final byte[] valueHash;

  /** A leaf of a 32-byte path and a 32-byte value hash. */
  public ProofLeaf(byte[] path, byte[] valueHash) {
    this.path = Words.requireHash(path, "a path").clone();
    this.valueHash = Words.requireHash(valueHash, "a value hash").clone();
  }

  static ProofLeaf read(ProofReader in) {
    return new ProofLeaf(in.bytes(Words.HASH_BYTES), in.bytes(Words.HASH_BYTES));
  }

  /** The 32-byte path, a new array. */
  public byte[] path() {
    return path.clone();
  }

  /** The 32-byte value hash, a new array. */
  public byte[] valueHash() {
    return valueHash.clone();
  }

  byte[] sharedPath() {
    return path;
  }

  byte[] sharedValueHash() {
    return valueHash;
  }

  @Override
  public boolean equals(Object object) {
    return object instanceof ProofLeaf other
        && Arrays.equals(path, other.path)
        && Arrays.equals(valueHash, other.valueHash);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(path);
  }

  @Override
  public String toString() {
    HexFormat hex = HexFormat.of();
    return hex.formatHex(path) + " = " + hex.formatHex(valueHash);
  }
}
