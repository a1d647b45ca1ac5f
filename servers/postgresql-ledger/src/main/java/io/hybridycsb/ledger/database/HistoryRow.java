package io.hybridycsb.ledger.database;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/**
 * A change of a record.
 *
 * @param number 1 for the first one, then without gaps
 * @param transactionId PostgreSQL's own
 * @param table with its schema, quoted where needed
 * @param operation INSERT, UPDATE or DELETE
 * @param contents the record after it, as JSON; null of a DELETE
 * @param hash as the row has it, in hexadecimal digits
 */
public record HistoryRow(
    long number,
    long transactionId,
    String table,
    String key,
    String operation,
    String contents,
    String hash) {
  public static final String DELETE = "DELETE";

  /** A contents' length if there are none. */
  private static final int NULL = -1;

  /**
   * The hash that it should have.
   *
   * @param previous the row's before it, in hexadecimal digits
   */
  public String hashAfter(String previous) {
    MessageDigest sha256 = sha256();
    sha256.update(HexFormat.of().parseHex(previous));
    sha256.update(
        ByteBuffer.allocate(2 * Long.BYTES).putLong(number).putLong(transactionId).flip());
    for (String text : new String[] {table, key, operation, contents}) {
      update(sha256, text);
    }
    return HexFormat.of().formatHex(sha256.digest());
  }

  private static void update(MessageDigest sha256, String text) {
    byte[] bytes = text == null ? new byte[0] : text.getBytes(UTF_8);
    int length = text == null ? NULL : bytes.length;
    sha256.update(ByteBuffer.allocate(Integer.BYTES).putInt(length).flip());
    sha256.update(bytes);
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
  }

  /** Which one it is, for people. */
  public String inWords() {
    return "row %d (%s of %s, %s)".formatted(number, operation, table, key);
  }
}
