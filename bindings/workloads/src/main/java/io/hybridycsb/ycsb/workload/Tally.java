package io.hybridycsb.ycsb.workload;

import io.hybridycsb.ycsb.support.Statuses;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import site.ycsb.Status;

/** By how much the transactions of a run have changed a total, as far as is known. */
public final class Tally {
  private final LongAdder committed = new LongAdder();
  private final AtomicLong unknownDown = new AtomicLong();
  private final AtomicLong unknownUp = new AtomicLong();

  /** Whether an attempt that had this status may have been committed, and may not. */
  static boolean isUnknown(Status status) {
    return status.equals(Statuses.UNKNOWN) || status.equals(Status.BATCHED_OK);
  }

  /**
   * Counts an attempt at a transaction.
   *
   * @param change by how much it changes the total if it is committed
   */
  void add(Status status, long change) {
    if (status.equals(Status.OK)) {
      committed.add(change);
    } else if (isUnknown(status)) {
      unknownDown.addAndGet(Math.min(change, 0));
      unknownUp.addAndGet(Math.max(change, 0));
    }
  }

  /** The least that the total can have changed by. */
  public long least() {
    return committed.sum() + unknownDown.get();
  }

  /** The most that the total can have changed by. */
  public long most() {
    return committed.sum() + unknownUp.get();
  }

  /** How far a change of the total is from what it may be; 0 if it is right. */
  public long wrongBy(long change) {
    if (change < least()) {
      return change - least();
    }
    return Math.max(0, change - most());
  }
}
