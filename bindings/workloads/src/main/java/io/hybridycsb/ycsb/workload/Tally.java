package io.hybridycsb.ycsb.workload;

import io.hybridycsb.ycsb.support.Statuses;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import site.ycsb.Status;

/**
 * By how much the transactions of a run have changed the total of all records, as far as is known.
 */
final class Tally {
  private final LongAdder committed = new LongAdder();
  private final LongAdder transactions = new LongAdder();
  private final LongAdder unknown = new LongAdder();
  private final AtomicLong unknownDown = new AtomicLong();
  private final AtomicLong unknownUp = new AtomicLong();

  /**
   * Counts an attempt at a transaction.
   *
   * @param change by how much it changes the total if it is committed
   */
  void add(Status status, long change) {
    if (status.equals(Status.OK)) {
      transactions.increment();
      committed.add(change);
    } else if (status.equals(Statuses.UNKNOWN) || status.equals(Status.BATCHED_OK)) {
      unknown.increment();
      unknownDown.addAndGet(Math.min(change, 0));
      unknownUp.addAndGet(Math.max(change, 0));
    }
  }

  /** Committed transactions. */
  long transactions() {
    return transactions.sum();
  }

  /** Attempts of unknown outcome; also those that the system has only accepted. */
  long unknown() {
    return unknown.sum();
  }

  /** The least that the total can have changed by. */
  long least() {
    return committed.sum() + unknownDown.get();
  }

  /** The most that the total can have changed by. */
  long most() {
    return committed.sum() + unknownUp.get();
  }
}
