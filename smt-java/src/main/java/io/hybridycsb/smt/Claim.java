package io.hybridycsb.smt;

import java.util.HexFormat;
import java.util.Objects;

/** What a multi-key proof is to show of one key: that it holds a value, or that it is absent. */
public final class Claim {
  private final byte[] path;
  private final byte[] valueHash;

  private Claim(byte[] path, byte[] valueHash) {
    this.path = Words.requireHash(path, "a path").clone();
    this.valueHash =
        valueHash == null ? null : Words.requireHash(valueHash, "a value hash").clone();
  }

  /** That the key holds this value. */
  public static Claim present(byte[] key, byte[] value) {
    return presentAtPath(Hashes.path(key), Hashes.value(value));
  }

  /** That the key holds a value with this SHA-256. */
  public static Claim presentHash(byte[] key, byte[] valueHash) {
    return presentAtPath(Hashes.path(key), valueHash);
  }

  /** That the key with this 32-byte path holds a value with this SHA-256. */
  public static Claim presentAtPath(byte[] path, byte[] valueHash) {
    return new Claim(path, Objects.requireNonNull(valueHash, "value hash"));
  }

  /** That the key is not in the tree. */
  public static Claim absent(byte[] key) {
    return absentAtPath(Hashes.path(key));
  }

  /** That the key with this 32-byte path is not in the tree. */
  public static Claim absentAtPath(byte[] path) {
    return new Claim(path, null);
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
