package io.hybridycsb.ledger.database;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Set;

/**
 * A change of a record.
 *
 * @param number 1 for the first one, then without gaps
 * @param transactionId PostgreSQL's own
 * @param table with its schema, quoted where needed
 * @param operation INSERT, UPDATE or DELETE
 * @param contents the record after it, as JSON; null of a DELETE
 * @param hash as the row has it, in hexadecimal digits
 * @param bytes how many its texts have; the texts are null if it {@link #isTooLarge}
 */
public record HistoryRow(
    long number,
    long transactionId,
    String table,
    String key,
    String operation,
    String contents,
    String hash,
    long bytes) {
  /** How many bytes of texts are read at once. */
  public static final int BYTES_MAX = 32 * 1024 * 1024;

  public static final String DELETE = "DELETE";

  private static final Set<String> OPERATIONS = Set.of("INSERT", "UPDATE", DELETE);

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

  /** Whether it has more bytes than are read at once. */
  public boolean isTooLarge() {
    return bytes > BYTES_MAX;
  }

  /** Whether it has what a change has; the ledger writes no other. */
  public boolean isComplete() {
    return table != null
        && key != null
        && operation != null
        && OPERATIONS.contains(operation)
        && operation.equals(DELETE) == (contents == null);
  }

  /** Which one it is, for people. */
  public String inWords() {
    return isTooLarge()
        ? "row " + number
        : "row %d (%s of %s, %s)".formatted(number, shown(operation), shown(table), shown(key));
  }

  private static String shown(String text) {
    return Words.shown(String.valueOf(text));
  }
}
