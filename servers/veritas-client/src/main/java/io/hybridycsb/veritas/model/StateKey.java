package io.hybridycsb.veritas.model;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** The key under which a record lies in the state: table, 0x00, key. */
public final class StateKey {
  /** Longest state key, in bytes. */
  public static final int MAX_BYTES = 1024;

  private StateKey() {}

  /**
   * @throws IllegalArgumentException if the table is empty or holds a zero character, or if the
   *     whole is longer than {@link #MAX_BYTES}
   */
  public static byte[] of(String table, String key) {
    byte[] tableBytes = table.getBytes(StandardCharsets.UTF_8);
    byte[] keyBytes = key.getBytes(StandardCharsets.UTF_8);
    if (tableBytes.length == 0 || table.indexOf('\0') >= 0) {
      throw new IllegalArgumentException("a table's name has at least one character and no NUL");
    }
    int length = tableBytes.length + 1 + keyBytes.length;
    if (length > MAX_BYTES) {
      throw new IllegalArgumentException(
          "table and key together have "
              + length
              + " bytes; at most "
              + MAX_BYTES
              + " are allowed");
    }
    byte[] stateKey = Arrays.copyOf(tableBytes, length);
    System.arraycopy(keyBytes, 0, stateKey, tableBytes.length + 1, keyBytes.length);
    return stateKey;
  }

  /** The least state key that is greater than all keys of {@code table}. */
  public static byte[] endOf(String table) {
    byte[] end = of(table, "");
    end[end.length - 1] = 1;
    return end;
  }

  /** The key's part of a state key. */
  public static String keyOf(byte[] stateKey) {
    int zero = indexOfZero(stateKey);
    return new String(stateKey, zero + 1, stateKey.length - zero - 1, StandardCharsets.UTF_8);
  }

  /** A state key for people: {@code table/key}. */
  public static String toString(byte[] stateKey) {
    int zero = indexOfZero(stateKey);
    return new String(stateKey, 0, Math.max(zero, 0), StandardCharsets.UTF_8)
        + "/"
        + keyOf(stateKey);
  }

  /** Whether these bytes are a table, a zero byte and a key. */
  public static boolean isValid(byte[] stateKey) {
    return stateKey.length <= MAX_BYTES && indexOfZero(stateKey) > 0;
  }

  private static int indexOfZero(byte[] stateKey) {
    for (int i = 0; i < stateKey.length; i++) {
      if (stateKey[i] == 0) {
        return i;
      }
    }
    return -1;
  }
}
