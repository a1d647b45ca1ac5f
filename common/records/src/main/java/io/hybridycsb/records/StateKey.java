package io.hybridycsb.records;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Arrays;

/** Keys of tables in one space of keys: the table's name, a zero byte, the record's key. */
public final class StateKey {
  private StateKey() {}

  /**
   * The state key of a record.
   *
   * @throws IllegalArgumentException if the table has no name or one with a zero character, or a
   *     text has no UTF-8
   */
  public static byte[] of(String table, String key) {
    if (table.isEmpty() || table.indexOf('\0') >= 0) {
      throw new IllegalArgumentException("a table's name has at least one character and no NUL");
    }
    byte[] first = Utf8.bytes(table);
    byte[] second = Utf8.bytes(key);
    byte[] whole = Arrays.copyOf(first, first.length + 1 + second.length);
    System.arraycopy(second, 0, whole, first.length + 1, second.length);
    return whole;
  }

  /** Above all keys of a table, and below those of any other that sorts behind it. */
  public static byte[] endOf(String table) {
    byte[] end = of(table, "");
    end[end.length - 1] = 1;
    return end;
  }

  /** Whether these bytes are a table's name, a zero byte and a key. */
  public static boolean isValid(byte[] key) {
    return zeroIn(key) > 0;
  }

  /** The record's key within its table. */
  public static String key(byte[] key) {
    int zero = zeroIn(key);
    if (zero < 0) {
      throw new IllegalArgumentException("a state key has a zero byte");
    }
    return new String(key, zero + 1, key.length - zero - 1, UTF_8);
  }

  private static int zeroIn(byte[] key) {
    for (int i = 0; i < key.length; i++) {
      if (key[i] == 0) {
        return i;
      }
    }
    return -1;
  }

  /** A key for people, in one line, also one that isn't a state key. */
  public static String shown(byte[] key) {
    return new String(key, UTF_8).replaceFirst("\0", "/").replaceAll("\\p{Cc}", ".");
  }
}
