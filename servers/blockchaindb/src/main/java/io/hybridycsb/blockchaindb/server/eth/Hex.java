package io.hybridycsb.blockchaindb.server.eth;

import com.fasterxml.jackson.databind.JsonNode;
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

  public static String of(long number) {
    return "0x" + Long.toHexString(number);
  }
}
