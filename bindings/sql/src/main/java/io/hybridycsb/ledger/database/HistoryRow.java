package io.hybridycsb.ledger.database;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.hybridycsb.verification.Hash;
import java.nio.ByteBuffer;
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
    byte[] numbers =
        ByteBuffer.allocate(2 * Long.BYTES).putLong(number).putLong(transactionId).array();
    return Hash.sha256(
            HexFormat.of().parseHex(previous),
            numbers,
            withLength(table),
            withLength(key),
            withLength(operation),
            withLength(contents))
        .toString();
  }

  private static byte[] withLength(String text) {
    if (text == null) {
      return ByteBuffer.allocate(Integer.BYTES).putInt(NULL).array();
    }
    byte[] bytes = text.getBytes(UTF_8);
    return ByteBuffer.allocate(Integer.BYTES + bytes.length)
        .putInt(bytes.length)
        .put(bytes)
        .array();
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
