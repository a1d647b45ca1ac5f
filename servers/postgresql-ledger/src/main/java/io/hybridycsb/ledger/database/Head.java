package io.hybridycsb.ledger.database;

import java.util.regex.Pattern;

/**
 * A place in the chain.
 *
 * @param number a row's; 0 before the first one
 * @param hash that row's, as 64 hexadecimal digits
 */
public record Head(long number, String hash) {
  private static final Pattern HASH = Pattern.compile("[0-9a-f]{64}");

  /** Where the chain begins. */
  public static final Head NONE = new Head(0, "0".repeat(64));

  /**
   * @throws IllegalArgumentException if there can't be such a place
   */
  public Head {
    if (number < 0 || !HASH.matcher(hash).matches()) {
      throw new IllegalArgumentException("no row's number and hash: %d %s".formatted(number, hash));
    }
  }

  @Override
  public String toString() {
    return number + " " + hash;
  }
}
