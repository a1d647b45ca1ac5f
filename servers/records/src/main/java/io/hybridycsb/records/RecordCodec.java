package io.hybridycsb.records;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;

/**
 * A record as one value: a byte that tells the format, then for each field, by rising name, the
 * length of the name (2 bytes), the name in UTF-8, the length of the value (4 bytes), the value.
 * Numbers are unsigned and big-endian. A value is never empty, which on a chain means absent.
 */
public final class RecordCodec {
  private static final byte FORMAT = 1;
  private static final int NAME_BYTES_MAX = 0xffff;

  private RecordCodec() {}

  /**
   * Encodes a record.
   *
   * @throws IllegalArgumentException if a name is longer than 65,535 bytes
   */
  public static byte[] encode(Map<String, byte[]> fields) {
    Map<String, byte[]> sorted = new TreeMap<>(fields);
    int length = 1;
    for (Map.Entry<String, byte[]> field : sorted.entrySet()) {
      length += 6 + field.getKey().getBytes(UTF_8).length + field.getValue().length;
    }
    ByteBuffer out = ByteBuffer.allocate(length).put(FORMAT);
    sorted.forEach(
        (name, value) -> {
          byte[] nameBytes = name.getBytes(UTF_8);
          if (nameBytes.length > NAME_BYTES_MAX) {
            throw new IllegalArgumentException("a field's name has more than 65535 bytes");
          }
          out.putShort((short) nameBytes.length).put(nameBytes).putInt(value.length).put(value);
        });
    return out.array();
  }

  /**
   * Decodes a record, into a map that may be changed.
   *
   * @throws IllegalArgumentException if the bytes are not a record
   */
  public static Map<String, byte[]> decode(byte[] bytes) {
    ByteBuffer in = ByteBuffer.wrap(bytes);
    Map<String, byte[]> fields = new HashMap<>();
    try {
      if (in.get() != FORMAT) {
        throw new IllegalArgumentException("the value is not a record of a known format");
      }
      while (in.hasRemaining()) {
        byte[] name = take(in, Short.toUnsignedInt(in.getShort()));
        fields.put(new String(name, UTF_8), take(in, in.getInt()));
      }
      return fields;
    } catch (BufferUnderflowException e) {
      throw new IllegalArgumentException("the value is not a whole record", e);
    }
  }

  private static byte[] take(ByteBuffer in, int length) {
    if (length < 0 || length > in.remaining()) {
      throw new BufferUnderflowException();
    }
    byte[] bytes = new byte[length];
    in.get(bytes);
    return bytes;
  }

  /** The fields of both records, those of {@code changes} where both have one. */
  public static byte[] merge(byte[] record, byte[] changes) {
    Map<String, byte[]> fields = decode(record);
    fields.putAll(decode(changes));
    return encode(fields);
  }
}
