package io.hybridycsb.fabric.model;

/**
 * The key of a record in a channel's state: table, NUL, key. A table's records are thus a range,
 * ordered by the bytes of their keys' UTF-8.
 */
public final class StateKey {
  private static final char SEPARATOR = '\0';

  private StateKey() {}

  /**
   * The key of a record.
   *
   * @throws IllegalArgumentException if there is no table, it contains a NUL, or a text is too long
   */
  public static String of(String table, String key) {
    if (table.isEmpty() || table.indexOf(SEPARATOR) >= 0) {
      throw new IllegalArgumentException("a table's name is not empty and contains no NUL");
    }
    String whole = table + SEPARATOR + key;
    Bytes.utf8(whole);
    return whole;
  }

  /** The first key after all those of a table. */
  public static String endOf(String table) {
    return table + (char) (SEPARATOR + 1);
  }

  /** The record's key without its table. */
  public static String keyOf(String stateKey) {
    return stateKey.substring(stateKey.indexOf(SEPARATOR) + 1);
  }
}
