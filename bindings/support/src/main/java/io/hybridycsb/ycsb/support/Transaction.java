package io.hybridycsb.ycsb.support;

import io.hybridycsb.ycsb.outcome.FailedOperation;
import io.hybridycsb.ycsb.outcome.Statuses;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import site.ycsb.Status;

/**
 * Reads and writes of several records that take effect together or not at all. One thread uses it.
 * It ends with the first {@link #commit} or {@link #abort}, and costs the system nothing if it ends
 * with neither.
 *
 * <p>Every call but {@link #abort} may throw {@link FailedOperation}. If anything but {@link
 * #commit} throws it, nothing has changed. A commit says by the status what is known: {@link
 * Statuses#isWithoutEffect that it has not taken effect}, or, by any other, that it may have.
 */
public interface Transaction {

  /**
   * A record that was found.
   *
   * @param fields in a map that the caller may change
   * @param version greater than those that the record had before, 1 or more; 0 if this transaction
   *     has written the record itself
   */
  record Found(Map<String, byte[]> fields, long version) {}

  /** Reads a record, with this transaction's own writes applied; empty if there is none. */
  Optional<Found> read(String table, String key);

  /** Makes the record consist of exactly these fields. */
  void put(String table, String key, Map<String, byte[]> fields);

  /**
   * Adds fields to the record, or replaces those that it has; makes the record if there is none.
   */
  void merge(String table, String key, Map<String, byte[]> fields);

  /** Deletes the record, if there is one. */
  void delete(String table, String key);

  /**
   * Makes the writes take effect, all at one instant at which everything read was still current.
   *
   * @return OK; BATCHED_OK if the system has only accepted it and decides later; or {@link
   *     Statuses#ABORTED} if other transactions came in between: if tried again, it may commit
   */
  Status commit();

  /**
   * Asks again for the outcome of a commit that was {@link Statuses#UNKNOWN}.
   *
   * @return as {@link #commit}; UNKNOWN as long as nobody can tell
   */
  default Status settle() {
    return Statuses.UNKNOWN;
  }

  /**
   * What becomes of a commit that was BATCHED_OK. It is told by any thread, at the latest while the
   * bindings of YCSB's threads clean up; it is never told if nobody knows then.
   *
   * @return OK, {@link Statuses#ABORTED} or another status by which nothing has changed; empty if
   *     the binding can't tell
   */
  default Optional<CompletableFuture<Status>> decision() {
    return Optional.empty();
  }

  /** Ends the transaction without effect. */
  void abort();

  /**
   * The version that a write has made once the transaction is committed, or would make.
   *
   * @return 0 if it isn't known, or if it has only deleted what was not there
   */
  long versionMade(String table, String key);
}
