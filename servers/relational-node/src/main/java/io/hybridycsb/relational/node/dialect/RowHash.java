package io.hybridycsb.relational.node.dialect;

import io.hybridycsb.veritas.crypto.Hashes;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The hash of a row as it was added or removed; triggers compute the same in each database. SHA-256
 * over
 *
 * <pre>
 * sign         1 byte, + or -
 * table, key   each: length, UTF-8
 * version      8 bytes
 * each field that is set, by rising name:
 *   name       length, UTF-8
 *   value      length, then the value up to {@value #VALUE_BYTES_MAX} bytes, else its SHA-256
 * </pre>
 *
 * Lengths have 4 bytes; numbers are big-endian.
 */
public final class RowHash {
  public static final char ADDED = '+';
  public static final char REMOVED = '-';

  /** So that what is hashed stays short, whatever is in the row. */
  public static final int VALUE_BYTES_MAX = 1024;

  private RowHash() {}

  /**
   * A value as it is hashed.
   *
   * @param length of the value itself
   * @param shown the value, or its SHA-256 if it is longer than {@value #VALUE_BYTES_MAX} bytes
   */
  @SuppressWarnings("ArrayRecordComponent") // not compared
  public record Value(int length, byte[] shown) {
    static Value of(byte[] value) {
      return new Value(
          value.length, value.length <= VALUE_BYTES_MAX ? value : Hashes.sha256(value));
    }
  }

  public static byte[] of(
      char sign, String table, String key, long version, SortedMap<String, byte[]> fields) {
    SortedMap<String, Value> values = new TreeMap<>();
    fields.forEach((name, value) -> values.put(name, Value.of(value)));
    return ofValues(sign, table, key, version, values);
  }

  public static byte[] ofValues(
      char sign, String table, String key, long version, SortedMap<String, Value> fields) {
    byte[] start = start(sign, table);
    byte[] keyBytes = key.getBytes(StandardCharsets.UTF_8);
    int bytes = start.length + Integer.BYTES + keyBytes.length + Long.BYTES;
    for (var field : fields.entrySet()) {
      bytes += name(field.getKey()).length + Integer.BYTES + field.getValue().shown().length;
    }
    ByteBuffer row = ByteBuffer.allocate(bytes);
    row.put(start).putInt(keyBytes.length).put(keyBytes).putLong(version);
    for (var field : fields.entrySet()) {
      Value value = field.getValue();
      row.put(name(field.getKey())).putInt(value.length()).put(value.shown());
    }
    return Hashes.sha256(row.array());
  }

  /** The bytes of sign and table. */
  public static byte[] start(char sign, String table) {
    byte[] name = name(table);
    return ByteBuffer.allocate(1 + name.length).put((byte) sign).put(name).array();
  }

  /** A name with its length. */
  public static byte[] name(String name) {
    byte[] bytes = name.getBytes(StandardCharsets.UTF_8);
    return ByteBuffer.allocate(Integer.BYTES + bytes.length)
        .putInt(bytes.length)
        .put(bytes)
        .array();
  }
}
