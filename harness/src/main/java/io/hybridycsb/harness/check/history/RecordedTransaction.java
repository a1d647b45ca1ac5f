package io.hybridycsb.harness.check.history;

import io.hybridycsb.harness.ycsb.WriteEffect;
import java.util.List;

/**
 * One line of a recorded history: a transaction, as its client saw it.
 *
 * @param client its process and thread
 * @param id its name for people
 * @param status its outcome, named as in YCSB
 * @param reads what it read, as of before its own writes
 * @param writes what it wrote or would have written
 * @param scans its scans of ranges
 */
public record RecordedTransaction(
    String client,
    String id,
    String status,
    List<Version> reads,
    List<Version> writes,
    List<Scan> scans,
    long invokedNs,
    long completedNs) {

  /**
   * A version of a record.
   *
   * @param number versions of a record increase; 0 if there is no record, {@link #UNKNOWN} if a
   *     write's version is unknown, or a read found an own write
   */
  public record Version(String table, String key, long number) {
    public static final long UNKNOWN = -1;

    /** The record among all tables. */
    public String register() {
      return table + "/" + key;
    }
  }

  /**
   * All records from one key to another, both included.
   *
   * @param to null for the end of the table
   * @param rows the records found
   */
  public record Scan(String table, String from, String to, List<Version> rows) {}

  /** Whether it was acknowledged. */
  public boolean isCommitted() {
    return status.equals("OK");
  }

  /** Whether it is known to have had no effect. */
  public boolean isWithoutEffect() {
    return WriteEffect.isNone(status);
  }
}
