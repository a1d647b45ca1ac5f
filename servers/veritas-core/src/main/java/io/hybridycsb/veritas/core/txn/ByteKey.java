package io.hybridycsb.veritas.core.txn;

import io.hybridycsb.records.StateKey;
import java.util.Arrays;

/** A state key that can be a map's key. The bytes must not be changed. */
public final class ByteKey implements Comparable<ByteKey> {
  private final byte[] bytes;
  private final int hash;

  public ByteKey(byte[] bytes) {
    this.bytes = bytes;
    this.hash = Arrays.hashCode(bytes);
  }

  public byte[] bytes() {
    return bytes;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof ByteKey that && hash == that.hash && Arrays.equals(bytes, that.bytes);
  }

  @Override
  public int hashCode() {
    return hash;
  }

  @Override
  public int compareTo(ByteKey other) {
    return Arrays.compareUnsigned(bytes, other.bytes);
  }

  @Override
  public String toString() {
    return StateKey.shown(bytes);
  }
}
