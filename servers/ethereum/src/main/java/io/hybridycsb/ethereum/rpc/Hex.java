package io.hybridycsb.ethereum.rpc;

import com.fasterxml.jackson.databind.JsonNode;
import java.math.BigInteger;
import java.util.HexFormat;

/** Numbers and bytes as Ethereum's JSON writes them. */
public final class Hex {
  private Hex() {}

  /** Bytes after 0x. */
  public static byte[] bytes(String text) {
    return HexFormat.of().parseHex(text, 2, text.length());
  }

  public static byte[] bytes(JsonNode text) {
    return bytes(text.asText());
  }

  public static String of(byte[] bytes) {
    return "0x" + HexFormat.of().formatHex(bytes);
  }

  /** A number after 0x, without leading zeros. */
  public static long number(JsonNode text) {
    return Long.parseUnsignedLong(text.asText().substring(2), 16);
  }

  /**
   * A number of 32 bytes after 0x.
   *
   * @throws ArithmeticException if it is more than a long holds
   */
  public static long word(String text) {
    return new BigInteger(text.substring(2), 16).longValueExact();
  }

  public static String of(long number) {
    return "0x" + Long.toHexString(number);
  }
}
