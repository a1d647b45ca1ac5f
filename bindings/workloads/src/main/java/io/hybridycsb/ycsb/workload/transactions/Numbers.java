package io.hybridycsb.ycsb.workload.transactions;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.hybridycsb.ycsb.outcome.FailedOperation;
import io.hybridycsb.ycsb.support.Transaction;
import java.util.Map;
import java.util.OptionalLong;
import site.ycsb.Status;

/** Whole numbers in fields of records, as decimal text. */
public final class Numbers {
  private Numbers() {}

  /** A number's text. */
  public static byte[] encode(long number) {
    return Long.toString(number).getBytes(US_ASCII);
  }

  /**
   * The number in a record's field.
   *
   * @throws FailedOperation NOT_FOUND if there is no such record; UNEXPECTED_STATE if it has no
   *     such number
   */
  public static long read(Transaction transaction, String table, String key, String field) {
    return find(transaction, table, key, field).orElseThrow(() -> absent("a record", table));
  }

  /**
   * The number in a record's field; empty if there is no such record.
   *
   * @throws FailedOperation UNEXPECTED_STATE if it has no such number
   */
  public static OptionalLong find(Transaction transaction, String table, String key, String field) {
    return transaction
        .read(table, key)
        .map(found -> OptionalLong.of(decode(found.fields(), table, field)))
        .orElse(OptionalLong.empty());
  }

  /**
   * What isn't loaded.
   *
   * @param what such as {@code a record}
   */
  public static FailedOperation absent(String what, String table) {
    return new FailedOperation(
        Status.NOT_FOUND,
        "%s of table %s is absent: load it with the same recordcount first".formatted(what, table));
  }

  /**
   * The number in a record's field.
   *
   * @param table the record's, for people
   * @throws FailedOperation UNEXPECTED_STATE if it has no such number
   */
  public static long decode(Map<String, byte[]> fields, String table, String field) {
    byte[] text = fields.get(field);
    try {
      if (text != null) {
        return Long.parseLong(new String(text, US_ASCII).strip());
      }
    } catch (NumberFormatException e) {
      // Told below, like an absent one.
    }
    throw new FailedOperation(
        Status.UNEXPECTED_STATE,
        "a record of table %s has no number in %s: another workload has written it"
            .formatted(table, field));
  }
}
