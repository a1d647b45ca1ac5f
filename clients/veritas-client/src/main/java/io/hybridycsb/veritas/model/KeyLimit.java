package io.hybridycsb.veritas.model;

import io.hybridycsb.records.StateKey;
import java.util.Arrays;

/** How long a {@link StateKey} may be. */
public final class KeyLimit {
  /** Longest state key, in bytes. */
  public static final int BYTES_MAX = 1024;

  private KeyLimit() {}

  /**
   * The state key of a record.
   *
   * @throws IllegalArgumentException as of {@link StateKey#of}, or if the whole is longer than
   *     {@link #BYTES_MAX}
   */
  public static byte[] key(String table, String key) {
    byte[] stateKey = StateKey.of(table, key);
    if (stateKey.length > BYTES_MAX) {
      throw new IllegalArgumentException(
          "table and key together have %d bytes; at most %d are allowed"
              .formatted(stateKey.length, BYTES_MAX));
    }
    return stateKey;
  }

  /** Greater than all state keys. */
  public static byte[] end() {
    byte[] end = new byte[BYTES_MAX + 1];
    Arrays.fill(end, (byte) 0xff);
    return end;
  }

  /** Whether these bytes are a state key that is not too long. */
  public static boolean isValid(byte[] stateKey) {
    return stateKey.length <= BYTES_MAX && StateKey.isValid(stateKey);
  }
}
