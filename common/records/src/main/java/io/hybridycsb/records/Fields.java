package io.hybridycsb.records;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;

/**
 * The fields of a record as bytes: for each field, by rising name, the name's length (2 bytes), the
 * name (UTF-8), the value's length (4 bytes), the value. Numbers are big-endian. There is exactly
 * one encoding of a set of fields, so equal records have equal hashes.
 */
public final class Fields {
  private static final int NAME_LENGTH_BYTES = 2;
  private static final int VALUE_LENGTH_BYTES = 4;

  /** No fields. */
  public static final byte[] EMPTY = {};

  private Fields() {}

  /**
   * Encodes fields in the order of their names' bytes.
   *
   * @throws IllegalArgumentException if a name is longer than 65,535 bytes, or has no UTF-8
   */
  public static byte[] encode(Map<String, byte[]> fields) {
    TreeMap<byte[], byte[]> sorted = new TreeMap<>(Arrays::compareUnsigned);
    int length = 0;
    for (Map.Entry<String, byte[]> field : fields.entrySet()) {
      byte[] name = Utf8.bytes(field.getKey());
      if (name.length > 0xffff) {
        throw new IllegalArgumentException(
            "a field's name has " + name.length + " bytes; at most 65535 are allowed");
      }
      sorted.put(name, field.getValue());
      length += NAME_LENGTH_BYTES + name.length + VALUE_LENGTH_BYTES + field.getValue().length;
    }
    ByteBuffer out = ByteBuffer.allocate(length);
    sorted.forEach(
        (name, value) ->
            out.putShort((short) name.length).put(name).putInt(value.length).put(value));
    return out.array();
  }

  /**
   * Decodes the fields from {@code offset} on, in their order, into a map that may be changed.
   *
   * @throws IllegalArgumentException if they are not fields
   */
  public static Map<String, byte[]> decode(byte[] bytes, int offset) {
    Map<String, byte[]> fields = new LinkedHashMap<>();
    int at = offset;
    while (at < bytes.length) {
      int end = requiredEnd(bytes, at);
      int nameLength = shortAt(bytes, at);
      int valueAt = at + NAME_LENGTH_BYTES + nameLength + VALUE_LENGTH_BYTES;
      fields.put(
          new String(bytes, at + NAME_LENGTH_BYTES, nameLength, StandardCharsets.UTF_8),
          Arrays.copyOfRange(bytes, valueAt, end));
      at = end;
    }
    return fields;
  }

  /**
   * Checks that {@code bytes} from {@code offset} on are fields in the order of their names.
   *
   * @throws IllegalArgumentException if they are not
   */
  public static void check(byte[] bytes, int offset) {
    int at = offset;
    int previousAt = -1;
    while (at < bytes.length) {
      int end = requiredEnd(bytes, at);
      if (previousAt >= 0 && compareNames(bytes, previousAt, bytes, at) >= 0) {
        throw new IllegalArgumentException("fields are not sorted by name at byte " + at);
      }
      previousAt = at;
      at = end;
    }
  }

  /** Where the field that starts at {@code at} ends. */
  private static int requiredEnd(byte[] bytes, int at) {
    int end = endOfField(bytes, at);
    if (end < 0) {
      throw new IllegalArgumentException("fields are cut off at byte " + at);
    }
    if (!isUtf8(bytes, at + NAME_LENGTH_BYTES, shortAt(bytes, at))) {
      throw new IllegalArgumentException("a field's name is not UTF-8 at byte " + at);
    }
    return end;
  }

  /**
   * Merges two encodings: all fields of both, the values of {@code changes} where both have one.
   *
   * @param prefixBytes how many bytes to leave free in front of the result
   * @param base encoded fields from {@code baseOffset} on
   * @param changes encoded fields
   */
  public static byte[] merge(byte[] base, int baseOffset, byte[] changes, int prefixBytes) {
    int kept = base.length - baseOffset - replacedBytes(base, baseOffset, changes);
    byte[] out = new byte[prefixBytes + kept + changes.length];
    int length = prefixBytes;
    int baseAt = baseOffset;
    int changesAt = 0;
    while (baseAt < base.length && changesAt < changes.length) {
      int order = compareNames(base, baseAt, changes, changesAt);
      if (order < 0) {
        int end = endOfField(base, baseAt);
        length = append(out, length, base, baseAt, end);
        baseAt = end;
      } else {
        int end = endOfField(changes, changesAt);
        length = append(out, length, changes, changesAt, end);
        changesAt = end;
        baseAt = order == 0 ? endOfField(base, baseAt) : baseAt;
      }
    }
    length = append(out, length, base, baseAt, base.length);
    append(out, length, changes, changesAt, changes.length);
    return out;
  }

  /** What the fields of {@code base} take that {@code changes} replaces. */
  private static int replacedBytes(byte[] base, int baseOffset, byte[] changes) {
    int replaced = 0;
    int baseAt = baseOffset;
    int changesAt = 0;
    while (baseAt < base.length && changesAt < changes.length) {
      int order = compareNames(base, baseAt, changes, changesAt);
      int baseEnd = endOfField(base, baseAt);
      replaced += order == 0 ? baseEnd - baseAt : 0;
      baseAt = order <= 0 ? baseEnd : baseAt;
      changesAt = order >= 0 ? endOfField(changes, changesAt) : changesAt;
    }
    return replaced;
  }

  private static int append(byte[] out, int length, byte[] from, int start, int end) {
    System.arraycopy(from, start, out, length, end - start);
    return length + end - start;
  }

  /** Where the field that starts at {@code at} ends, or -1 if it doesn't fit. */
  private static int endOfField(byte[] bytes, int at) {
    if (at + NAME_LENGTH_BYTES > bytes.length) {
      return -1;
    }
    int valueLengthAt = at + NAME_LENGTH_BYTES + shortAt(bytes, at);
    if (valueLengthAt + VALUE_LENGTH_BYTES > bytes.length) {
      return -1;
    }
    int valueLength = intAt(bytes, valueLengthAt);
    int valueAt = valueLengthAt + VALUE_LENGTH_BYTES;
    return valueLength < 0 || valueLength > bytes.length - valueAt ? -1 : valueAt + valueLength;
  }

  private static boolean isUtf8(byte[] bytes, int start, int length) {
    for (int i = start; i < start + length; i++) {
      if (bytes[i] < 0) {
        return isDecodable(ByteBuffer.wrap(bytes, i, start + length - i));
      }
    }
    return true;
  }

  private static boolean isDecodable(ByteBuffer utf8) {
    try {
      StandardCharsets.UTF_8.newDecoder().decode(utf8);
      return true;
    } catch (CharacterCodingException e) {
      return false;
    }
  }

  private static int compareNames(byte[] a, int aAt, byte[] b, int bAt) {
    int aStart = aAt + NAME_LENGTH_BYTES;
    int bStart = bAt + NAME_LENGTH_BYTES;
    return Arrays.compareUnsigned(
        a, aStart, aStart + shortAt(a, aAt), b, bStart, bStart + shortAt(b, bAt));
  }

  private static int shortAt(byte[] bytes, int at) {
    return (bytes[at] & 0xff) << 8 | (bytes[at + 1] & 0xff);
  }

  private static int intAt(byte[] bytes, int at) {
    return shortAt(bytes, at) << 16 | shortAt(bytes, at + 2);
  }
}
