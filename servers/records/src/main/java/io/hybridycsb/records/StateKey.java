package io.hybridycsb.records;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Arrays;

/** Keys of tables in one space of keys: the table's name, a zero byte, the record's key. */
public final class StateKey {
  private StateKey() {}

  /**
   * The state key of a record.
   *
   * @throws IllegalArgumentException if the table's name has a zero byte
   */
  public static byte[] of(String table, String key) {
    byte[] first = table.getBytes(UTF_8);
    for (byte b : first) {
      if (b == 0) {
        throw new IllegalArgumentException("a table's name has no zero byte");
      }
    }
    byte[] second = key.getBytes(UTF_8);
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

  /** The table of a state key. */
  public static String table(byte[] key) {
    return new String(key, 0, zeroIn(key), UTF_8);
  }

  /** The record's key within its table. */
  public static String key(byte[] key) {
    int start = zeroIn(key) + 1;
    return new String(key, start, key.length - start, UTF_8);
  }

  private static int zeroIn(byte[] key) {
    for (int i = 0; i < key.length; i++) {
      if (key[i] == 0) {
        return i;
      }
    }
    throw new IllegalArgumentException("a state key has a zero byte");
  }

  /** A key for people, in one line, also one that isn't a state key. */
  public static String shown(byte[] key) {
    return new String(key, UTF_8).replaceFirst("\0", "/").replaceAll("\\p{Cc}", ".");
  }
}
