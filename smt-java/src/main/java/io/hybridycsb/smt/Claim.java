package io.hybridycsb.smt;

import java.util.HexFormat;

/** What a multi-key proof is to show of one key: that it holds a value, or that it is absent. */
public final class Claim {
  private final byte[] path;
  private final byte[] valueHash;

  private Claim(byte[] path, byte[] valueHash) {
    this.path = path;
    this.valueHash = valueHash;
  }

  /** That the key holds this value. */
  public static Claim present(byte[] key, byte[] value) {
    return new Claim(Hashes.path(key), Hashes.value(value));
  }

  /** That the key holds a value with this SHA-256. */
  public static Claim presentHash(byte[] key, byte[] valueHash) {
    return new Claim(Hashes.path(key), Words.requireHash(valueHash, "a value hash").clone());
  }

  /** That the key is not in the tree. */
  public static Claim absent(byte[] key) {
    return new Claim(Hashes.path(key), null);
  }

  byte[] path() {
    return path;
  }

  /** The value's hash, or null for a key claimed absent. */
  byte[] valueHash() {
    return valueHash;
  }

  @Override
  public String toString() {
    HexFormat hex = HexFormat.of();
    return hex.formatHex(path) + (valueHash == null ? " absent" : " = " + hex.formatHex(valueHash));
  }
}
