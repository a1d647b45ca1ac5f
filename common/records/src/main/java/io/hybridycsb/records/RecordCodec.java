package io.hybridycsb.records;

import java.nio.ByteBuffer;
import java.util.Map;

/**
 * A record as one value: a byte that tells the format, then its {@link Fields}. A value is never
 * empty, which on a chain means absent.
 */
public final class RecordCodec {
  private static final byte FORMAT = 1;

  private RecordCodec() {}

  /**
   * Encodes a record.
   *
   * @throws IllegalArgumentException as of {@link Fields#encode}
   */
  public static byte[] encode(Map<String, byte[]> fields) {
    byte[] encoded = Fields.encode(fields);
    return ByteBuffer.allocate(1 + encoded.length).put(FORMAT).put(encoded).array();
  }

  /**
   * Decodes a record, into a map that may be changed.
   *
   * @throws IllegalArgumentException if the bytes are not a record
   */
  public static Map<String, byte[]> decode(byte[] bytes) {
    if (bytes.length == 0 || bytes[0] != FORMAT) {
      throw new IllegalArgumentException("the value is not a record of a known format");
    }
    return Fields.decode(bytes, 1);
  }

  /** The fields of both records, those of {@code changes} where both have one. */
  public static byte[] merge(byte[] record, byte[] changes) {
    Map<String, byte[]> fields = decode(record);
    fields.putAll(decode(changes));
    return encode(fields);
  }
}
