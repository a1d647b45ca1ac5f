package io.hybridycsb.harness.check.serializability;

import io.hybridycsb.harness.check.history.Operation;
import java.util.Map;
import java.util.Set;

/**
 * One transaction, as its client saw it and the ledger records it.
 *
 * @param id unique
 * @param reads the version that it read of each key, without its own writes; {@link #ABSENT} if
 *     there was none
 * @param writes the version that it wrote of each key; versions of a key increase
 * @param deletes the keys that are absent in the version that it wrote; also those whose delete has
 *     a version that isn't known
 * @param invokedNanos when it began, on a clock that all clients share
 * @param completedNanos when its outcome was known; {@link Operation#NEVER} if it isn't
 */
public record TransactionRecord(
    String id,
    Outcome outcome,
    Map<String, Long> reads,
    Map<String, Long> writes,
    Set<String> deletes,
    long invokedNanos,
    long completedNanos) {
  /** What is read of a key if there is no record. */
  public static final long ABSENT = 0;

  /** The known outcome of a transaction. */
  public enum Outcome {
    COMMITTED,
    ABORTED,
    /** Committed if a committed transaction has read what it wrote, or one of these has. */
    UNKNOWN
  }

  public TransactionRecord {
    reads = Map.copyOf(reads);
    writes = Map.copyOf(writes);
    deletes = Set.copyOf(deletes);
    if (completedNanos < invokedNanos) {
      throw new IllegalArgumentException("a transaction ends after it began");
    }
  }

  /** One that deletes nothing. */
  public TransactionRecord(
      String id,
      Outcome outcome,
      Map<String, Long> reads,
      Map<String, Long> writes,
      long invokedNanos,
      long completedNanos) {
    this(id, outcome, reads, writes, Set.of(), invokedNanos, completedNanos);
  }

  /** Whether it stands for what was there before all transactions. */
  boolean isBeforeAll() {
    return completedNanos == Long.MIN_VALUE;
  }

  /** Whether this one had ended before another began. */
  boolean endedBefore(TransactionRecord other) {
    return completedNanos < other.invokedNanos;
  }
}
