package io.hybridycsb.harness.check.history;

import java.util.List;
import java.util.Optional;

/**
 * A transaction of a recorded history, as its client saw it: one line, and one more if its outcome
 * was known later.
 *
 * @param client its process and thread
 * @param id its name for people
 * @param status its outcome, named as in YCSB
 * @param reads what it read, as of before its own writes
 * @param writes what it wrote or would have written
 * @param scans its scans of ranges
 * @param completedNs when its outcome was known; or when it had its answer, if it never was
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
   * @param isDeleted whether a write has made it by deleting the record
   */
  public record Version(String table, String key, long number, boolean isDeleted) {
    public static final long UNKNOWN = -1;

    /** The record among all tables. */
    public String register() {
      return new RecordId(table, key).register();
    }
  }

  /**
   * All records from one key to another, both included.
   *
   * @param to null for the end of the table
   * @param rows the records found
   */
  public record Scan(String table, String from, String to, List<Version> rows) {}

  /**
   * This transaction with what became known of it later.
   *
   * @param writes empty if that says no more of them
   */
  RecordedTransaction decided(String status, Optional<List<Version>> writes, long completedNs) {
    return new RecordedTransaction(
        client, id, status, reads, writes.orElse(this.writes), scans, invokedNs, completedNs);
  }

  /** This transaction with other writes. */
  public RecordedTransaction withWrites(List<Version> others) {
    return new RecordedTransaction(
        client, id, status, reads, others, scans, invokedNs, completedNs);
  }

  /** Whether it may have had an effect, as far as is known. */
  boolean isUndecided() {
    return !isCommitted() && !isWithoutEffect();
  }

  /** Whether it was acknowledged. */
  public boolean isCommitted() {
    return status.equals("OK");
  }

  /** Whether it is known to have had no effect. */
  public boolean isWithoutEffect() {
    return WriteEffect.isNone(status);
  }
}
