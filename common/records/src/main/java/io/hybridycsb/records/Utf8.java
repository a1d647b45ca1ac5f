package io.hybridycsb.records;

import static java.nio.charset.StandardCharsets.UTF_8;

/** Names and keys as bytes. */
final class Utf8 {
  private Utf8() {}

  /**
   * The UTF-8 of a text. Texts that have none would otherwise become equal to others.
   *
   * @throws IllegalArgumentException if it has none
   */
  static byte[] bytes(String text) {
    byte[] bytes = text.getBytes(UTF_8);
    if (!new String(bytes, UTF_8).equals(text)) {
      throw new IllegalArgumentException("a text has no UTF-8");
    }
    return bytes;
  }
}
