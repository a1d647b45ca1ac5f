package io.hybridycsb.ethereum.rpc;

import com.fasterxml.jackson.databind.JsonNode;
import io.hybridycsb.verification.Hash;
import java.math.BigInteger;
import java.util.HexFormat;

/**
 * Numbers and bytes as Ethereum's JSON writes them. What is none is an {@link
 * IllegalArgumentException}.
 */
public final class Hex {
  private static final String PREFIX = "0x";

  private Hex() {}

  /** The digits after 0x. */
  private static String digits(String text) {
    if (!text.startsWith(PREFIX)) {
      throw new IllegalArgumentException("'%.80s' doesn't begin with 0x".formatted(text));
    }
    return text.substring(PREFIX.length());
  }

  /** Bytes after 0x. */
  public static byte[] bytes(String text) {
    return HexFormat.of().parseHex(digits(text));
  }

  public static byte[] bytes(JsonNode text) {
    return bytes(text.asText());
  }

  /** A hash after 0x: 64 digits. */
  public static Hash hash(JsonNode text) {
    return Hash.ofHex(digits(text.asText()));
  }

  public static String of(Hash hash) {
    return PREFIX + hash;
  }

  public static String of(byte[] bytes) {
    return PREFIX + HexFormat.of().formatHex(bytes);
  }

  /** A number after 0x, without leading zeros, that a long holds. */
  public static long number(JsonNode text) {
    String digits = digits(text.asText());
    long number = digits.isEmpty() ? -1 : HexFormat.fromHexDigitsToLong(digits);
    if (number < 0) {
      throw new IllegalArgumentException(
          "'%.80s' is no number of at most 63 bits".formatted(text.asText()));
    }
    return number;
  }

  /** A number of any size after 0x. */
  public static BigInteger large(JsonNode text) {
    String digits = digits(text.asText());
    return new BigInteger(1, HexFormat.of().parseHex("0".repeat(digits.length() % 2) + digits));
  }

  /**
   * A number of 32 bytes after 0x.
   *
   * @throws ArithmeticException if it is more than a long holds
   */
  public static long word(String text) {
    return new BigInteger(1, bytes(text)).longValueExact();
  }

  public static String of(long number) {
    return PREFIX + Long.toHexString(number);
  }
}
