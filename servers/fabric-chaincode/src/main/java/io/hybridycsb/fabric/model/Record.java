package io.hybridycsb.fabric.model;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;

/**
 * A record as bytes: a 1, the format's version; then for each field, by rising name, the name's
 * length (2 bytes), the name (UTF-8), the value's length (4 bytes), the value. Numbers are
 * big-endian. There is exactly one encoding of a set of fields, so that all peers endorse the same
 * bytes. It is never empty, which Fabric would take for the absence of a value.
 */
public final class Record {
  /** What begins each record. */
  private static final byte FORMAT = 1;

  private Record() {}

  /**
   * Encodes fields.
   *
   * @throws IllegalArgumentException if a name is longer than 65,535 bytes, or has no UTF-8
   */
  public static byte[] encode(Map<String, byte[]> fields) {
    TreeMap<byte[], byte[]> sorted = new TreeMap<>(Arrays::compareUnsigned);
    fields.forEach((name, value) -> sorted.put(Bytes.utf8(name), value));
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    out.write(FORMAT);
    sorted.forEach(
        (name, value) -> {
          Bytes.putText(out, name);
          Bytes.putBytes(out, value);
        });
    return out.toByteArray();
  }

  /**
   * Decodes a record, its fields in the order of their names.
   *
   * @throws IllegalArgumentException if the bytes are no record
   */
  public static Map<String, byte[]> decode(byte[] record) {
    ByteBuffer in = ByteBuffer.wrap(record);
    byte format = Bytes.getByte(in);
    if (format != FORMAT) {
      throw new IllegalArgumentException("unknown format of a record: " + format);
    }
    Map<String, byte[]> fields = new LinkedHashMap<>();
    while (in.hasRemaining()) {
      fields.put(Bytes.getText(in), Bytes.getBytes(in));
    }
    return fields;
  }

  /**
   * All fields of both records, the values of {@code changes} where both have one.
   *
   * @throws IllegalArgumentException if either is no record
   */
  public static byte[] merge(byte[] base, byte[] changes) {
    Map<String, byte[]> merged = decode(base);
    merged.putAll(decode(changes));
    return encode(merged);
  }
}
