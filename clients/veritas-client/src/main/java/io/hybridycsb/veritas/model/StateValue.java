package io.hybridycsb.veritas.model;

import io.hybridycsb.records.Fields;
import java.nio.ByteBuffer;

/**
 * What lies under a key in the state: the version (8 bytes, big-endian), then the {@link Fields}.
 * The version tells the transaction that wrote the record last: over Kafka its timestamp, over
 * CometBFT its place in the chain. 0 stands for a record that is absent.
 */
public final class StateValue {
  public static final int VERSION_BYTES = Long.BYTES;

  /** How many bits of a version that is a place in the chain are the index in the block. */
  public static final int INDEX_BITS = 20;

  /** The version of an absent record. */
  public static final long ABSENT = 0;

  private StateValue() {}

  /** The version of a state value, {@link #ABSENT} for null. */
  public static long version(byte[] value) {
    return value == null ? ABSENT : ByteBuffer.wrap(value).getLong();
  }

  /** The version that the transaction at a place in the chain makes, over CometBFT. */
  public static long versionAt(long height, int index) {
    return height << INDEX_BITS | index;
  }

  /** The record that consists of exactly these fields. */
  public static byte[] put(long version, byte[] fields) {
    byte[] value = new byte[VERSION_BYTES + fields.length];
    System.arraycopy(fields, 0, value, VERSION_BYTES, fields.length);
    return withVersion(value, version);
  }

  /**
   * The record {@code base} with {@code fields} added or replaced.
   *
   * @param base a state value, or null for an absent record
   */
  public static byte[] merge(byte[] base, long version, byte[] fields) {
    if (base == null) {
      return put(version, fields);
    }
    return withVersion(Fields.merge(base, VERSION_BYTES, fields, VERSION_BYTES), version);
  }

  private static byte[] withVersion(byte[] value, long version) {
    ByteBuffer.wrap(value).putLong(version);
    return value;
  }
}
