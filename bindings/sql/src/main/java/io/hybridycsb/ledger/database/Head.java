package io.hybridycsb.ledger.database;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A place in the chain.
 *
 * @param number a row's; 0 before the first one
 * @param hash that row's, as 64 hexadecimal digits
 */
public record Head(long number, String hash) {
  /** The blank is what older releases have written. */
  private static final Pattern TEXT = Pattern.compile("(0|[1-9][0-9]{0,17})[: ]([0-9a-f]{64})");

  private static final Pattern HASH = Pattern.compile("[0-9a-f]{64}");

  /** Where the chain begins. */
  public static final Head NONE = new Head(0, "0".repeat(64));

  /**
   * @throws IllegalArgumentException if there can't be such a place
   */
  public Head {
    if (number < 0 || !isHash(hash)) {
      throw new IllegalArgumentException("no row's number and hash: %d %s".formatted(number, hash));
    }
  }

  /** Whether it is a SHA-256, in hexadecimal digits. */
  public static boolean isHash(String text) {
    return HASH.matcher(text).matches();
  }

  /** The place of which {@link #toString} has told; empty if it is no such text. */
  public static Optional<Head> parse(String text) {
    Matcher matcher = TEXT.matcher(text);
    if (!matcher.matches()) {
      return Optional.empty();
    }
    Head head = new Head(Long.parseLong(matcher.group(1)), matcher.group(2));
    return head.number() > 0 || head.equals(NONE) ? Optional.of(head) : Optional.empty();
  }

  /** {@code NUMBER:HASH}. */
  @Override
  public String toString() {
    return number + ":" + hash;
  }
}
