package io.hybridycsb.ycsb.etcd;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;

/**
 * A record as one value: for each field, by rising name, the length of the name (2 bytes), the name
 * in UTF-8, the length of the value (4 bytes), the value. Lengths are unsigned and big-endian. The
 * same fields are always the same bytes.
 */
final class RecordCodec {
  private static final int NAME_BYTES_MAX = 0xffff;

  private RecordCodec() {}

  /**
   * The record's bytes.
   *
   * @throws IllegalArgumentException if a field's name is too long
   */
  static byte[] encode(Map<String, byte[]> fields) {
    TreeMap<String, byte[]> sorted = new TreeMap<>(fields);
    byte[][] names = new byte[sorted.size()][];
    int size = 0;
    int field = 0;
    for (Map.Entry<String, byte[]> entry : sorted.entrySet()) {
      byte[] name = entry.getKey().getBytes(UTF_8);
      if (name.length > NAME_BYTES_MAX) {
        throw new IllegalArgumentException(
            "a field's name has %d bytes, at most %d are allowed"
                .formatted(name.length, NAME_BYTES_MAX));
      }
      names[field++] = name;
      size += Short.BYTES + name.length + Integer.BYTES + entry.getValue().length;
    }
    ByteBuffer bytes = ByteBuffer.allocate(size);
    field = 0;
    for (byte[] value : sorted.values()) {
      byte[] name = names[field++];
      bytes.putShort((short) name.length).put(name).putInt(value.length).put(value);
    }
    return bytes.array();
  }

  /**
   * The record's fields, in a map that the caller may change.
   *
   * @throws IllegalArgumentException if these are not the bytes of a record
   */
  static Map<String, byte[]> decode(byte[] record) {
    ByteBuffer bytes = ByteBuffer.wrap(record);
    Map<String, byte[]> fields = new HashMap<>();
    try {
      while (bytes.hasRemaining()) {
        byte[] name = take(bytes, Short.toUnsignedInt(bytes.getShort()));
        fields.put(new String(name, UTF_8), take(bytes, bytes.getInt()));
      }
    } catch (BufferUnderflowException e) {
      throw new IllegalArgumentException(
          "a value of %d bytes is no record".formatted(record.length), e);
    }
    return fields;
  }

  private static byte[] take(ByteBuffer bytes, int length) {
    // Checked before memory is allocated.
    if (length < 0 || length > bytes.remaining()) {
      throw new BufferUnderflowException();
    }
    byte[] taken = new byte[length];
    bytes.get(taken);
    return taken;
  }
}
