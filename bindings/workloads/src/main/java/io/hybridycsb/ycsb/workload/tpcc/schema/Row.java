package io.hybridycsb.ycsb.workload.tpcc.schema;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.hybridycsb.ycsb.outcome.FailedOperation;
import io.hybridycsb.ycsb.support.Transaction;
import io.hybridycsb.ycsb.workload.transactions.Numbers;
import io.hybridycsb.ycsb.workload.transactions.Population.NewRecord;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import site.ycsb.Status;

/**
 * A row that a transaction has read or makes. A field is text: a whole number, a list of values
 * with blanks between them, or words. A column that is null has no field. Amounts are in cents,
 * rates in ten-thousandths, times in milliseconds since 1970.
 */
public final class Row {
  private final String table;
  private final String key;
  private final Map<String, byte[]> fields;

  /** A new one. */
  public Row(String table, String key) {
    this(table, key, new HashMap<>());
  }

  private Row(String table, String key, Map<String, byte[]> fields) {
    this.table = table;
    this.key = key;
    this.fields = fields;
  }

  /** Reads a row; empty if there is none. */
  public static Optional<Row> find(Transaction transaction, String table, String key) {
    return transaction.read(table, key).map(found -> new Row(table, key, found.fields()));
  }

  /**
   * Reads a row that there must be.
   *
   * @throws FailedOperation NOT_FOUND if it is absent
   */
  public static Row read(Transaction transaction, String table, String key) {
    return find(transaction, table, key)
        .orElseThrow(
            () ->
                new FailedOperation(
                    Status.NOT_FOUND,
                    "record %s of table %s is absent: load first, with the same "
                            .formatted(key, table)
                        + "tpcc.warehouses, tpcc.items and tpcc.customers"));
  }

  String key() {
    return key;
  }

  public boolean has(String field) {
    return fields.containsKey(field);
  }

  /**
   * A field's text.
   *
   * @throws FailedOperation UNEXPECTED_STATE if there is no such field
   */
  public String text(String field) {
    byte[] text = fields.get(field);
    if (text == null) {
      throw new FailedOperation(
          Status.UNEXPECTED_STATE,
          "record %s of table %s has no %s: another workload has written it"
              .formatted(key, table, field));
    }
    return new String(text, US_ASCII);
  }

  /**
   * A field's number.
   *
   * @throws FailedOperation UNEXPECTED_STATE if it has none
   */
  public long number(String field) {
    return Numbers.decode(fields, table, field);
  }

  /** {@link #number} where an int is enough: ids and counts. */
  public int id(String field) {
    return Math.toIntExact(number(field));
  }

  /** A field's values. */
  public List<String> list(String field) {
    return Arrays.asList(text(field).split(" "));
  }

  public Row set(String field, String text) {
    fields.put(field, text.getBytes(US_ASCII));
    return this;
  }

  public Row set(String field, long number) {
    fields.put(field, Numbers.encode(number));
    return this;
  }

  /** Sets a field to values, one or more, without blanks. */
  public Row set(String field, Stream<?> values) {
    return set(field, values.map(Object::toString).collect(Collectors.joining(" ")));
  }

  /** Adds to a field's number. */
  public Row add(String field, long change) {
    return set(field, number(field) + change);
  }

  /** Makes the record consist of this row. */
  public void write(Transaction transaction) {
    transaction.put(table, key, fields);
  }

  /** The row, to be inserted. */
  public NewRecord asNew() {
    return new NewRecord(table, key, fields);
  }
}
