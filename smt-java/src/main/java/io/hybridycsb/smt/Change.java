package io.hybridycsb.smt;

import java.util.HexFormat;

/**
 * One key's part in a batch: its new value hash, or its removal. A proof of many keys shows that a
 * tree is as such changes leave it. Immutable; keeps no reference to the arrays it was made of.
 */
public final class Change extends Node implements Comparable<Change> {
  final long p0;
  final long p1;
  final long p2;
  final long p3;
  final long v0;
  final long v1;
  final long v2;
  final long v3;
  private final boolean delete;

  /** Copies 32 bytes of a path from an offset on, and of a value hash if there is one. */
  Change(byte[] path, int pathAt, byte[] valueHash, int valueAt) {
    super(LEAF);
    p0 = Words.read(path, pathAt);
    p1 = Words.read(path, pathAt + 8);
    p2 = Words.read(path, pathAt + 16);
    p3 = Words.read(path, pathAt + 24);
    delete = valueHash == null;
    v0 = delete ? 0 : Words.read(valueHash, valueAt);
    v1 = delete ? 0 : Words.read(valueHash, valueAt + 8);
    v2 = delete ? 0 : Words.read(valueHash, valueAt + 16);
    v3 = delete ? 0 : Words.read(valueHash, valueAt + 24);
  }

  /** Sets a key to a value; both are hashed here, on the caller's thread. */
  public static Change put(byte[] key, byte[] value) {
    return Hasher.ofThread().put(key, value);
  }

  /** Sets a key to a value of which the caller has the SHA-256. */
  public static Change putHash(byte[] key, byte[] valueHash) {
    return putPath(Hashes.path(key), valueHash);
  }

  /** Sets the key with this 32-byte path ({@link Hashes#path}) to a value with this SHA-256. */
  public static Change putPath(byte[] path, byte[] valueHash) {
    return new Change(
        Words.requireHash(path, "a path"), 0, Words.requireHash(valueHash, "a value hash"), 0);
  }

  /** Removes a key; removing one that is not there changes nothing. */
  public static Change delete(byte[] key) {
    return new Change(Hashes.path(key), 0, null, 0);
  }

  /** Removes the key with this 32-byte path. */
  public static Change deletePath(byte[] path) {
    return new Change(Words.requireHash(path, "a path"), 0, null, 0);
  }

  /** Whether this removes its key. */
  public boolean isDelete() {
    return delete;
  }

  /** The key's 32-byte path, a new array. */
  public byte[] path() {
    return Words.toBytes(p0, p1, p2, p3);
  }

  /** The 32-byte value hash, a new array, or null if this removes the key. */
  public byte[] valueHash() {
    return delete ? null : Words.toBytes(v0, v1, v2, v3);
  }

  boolean bit(int depth) {
    return Words.bit(p0, p1, p2, p3, depth);
  }

  boolean hasPathOf(Change other) {
    return p0 == other.p0 && p1 == other.p1 && p2 == other.p2 && p3 == other.p3;
  }

  boolean hasPath(byte[] path) {
    return p0 == Words.read(path, 0)
        && p1 == Words.read(path, 8)
        && p2 == Words.read(path, 16)
        && p3 == Words.read(path, 24);
  }

  /** How many bits of two paths are the same from the first on: 256 for the same path. */
  int sharedBits(Change other) {
    return Words.leadingZeros(p0 ^ other.p0, p1 ^ other.p1, p2 ^ other.p2, p3 ^ other.p3);
  }

  /** The same of a path given as 32 bytes. */
  int sharedBits(byte[] path) {
    return Words.leadingZeros(
        p0 ^ Words.read(path, 0),
        p1 ^ Words.read(path, 8),
        p2 ^ Words.read(path, 16),
        p3 ^ Words.read(path, 24));
  }

  boolean hasValueOf(Change other) {
    return v0 == other.v0 && v1 == other.v1 && v2 == other.v2 && v3 == other.v3;
  }

  @Override
  void writePreimage(byte[] out) {
    out[0] = Hasher.LEAF_PREFIX;
    Words.write(out, Hasher.LEFT, p0, p1, p2, p3);
    Words.write(out, Hasher.RIGHT, v0, v1, v2, v3);
  }

  /** By path, as unsigned bytes: the order of the leaves. */
  @Override
  public int compareTo(Change other) {
    if (p0 != other.p0) {
      return Long.compareUnsigned(p0, other.p0);
    }
    if (p1 != other.p1) {
      return Long.compareUnsigned(p1, other.p1);
    }
    return p2 != other.p2 ? Long.compareUnsigned(p2, other.p2) : Long.compareUnsigned(p3, other.p3);
  }

  /** Whether two changes are the same change of the same path. */
  @Override
  public boolean equals(Object object) {
    return object instanceof Change other
        && delete == other.delete
        && hasPathOf(other)
        && hasValueOf(other);
  }

  @Override
  public int hashCode() {
    return Long.hashCode(p0 ^ v0);
  }

  @Override
  public String toString() {
    HexFormat hex = HexFormat.of();
    return hex.formatHex(path()) + (delete ? " deleted" : " = " + hex.formatHex(valueHash()));
  }
}
