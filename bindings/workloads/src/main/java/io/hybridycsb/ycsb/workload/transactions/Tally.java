package io.hybridycsb.ycsb.workload.transactions;

import io.hybridycsb.ycsb.outcome.Statuses;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import site.ycsb.Status;

/**
 * By how much the transactions of a run have changed a total, as far as is known. Also how much
 * they have missed: what they would have changed more, had all been there that they looked for.
 */
public final class Tally {
  private final LongAdder committed = new LongAdder();
  private final LongAdder missed = new LongAdder();
  private final AtomicLong unknownDown = new AtomicLong();
  private final AtomicLong unknownUp = new AtomicLong();
  private final LongAdder committedChanges = new LongAdder();
  private final LongAdder unknownChanges = new LongAdder();
  private final LongAdder acceptedChanges = new LongAdder();

  /**
   * Whether an attempt whose commit had this status may have been committed, and may not: UNKNOWN,
   * BATCHED_OK, and ERROR, too.
   */
  static boolean isUnknown(Status status) {
    return !status.equals(Status.OK) && !Statuses.isWithoutEffect(status);
  }

  /**
   * Counts an attempt at a transaction.
   *
   * @param change by how much it changes the total if it is committed
   * @param changeMost by how much it would have if all that it looked for had been there
   */
  void add(Status status, long change, long changeMost) {
    if (status.equals(Status.OK)) {
      committed.add(change);
      missed.add(changeMost - change);
      committedChanges.add(change == 0 ? 0 : 1);
    } else if (isUnknown(status)) {
      addUnknown(status, change, 1);
    }
  }

  private void addUnknown(Status status, long change, int times) {
    if (status.equals(Status.BATCHED_OK)) {
      acceptedChanges.add(change == 0 ? 0 : times);
    }
    unknownDown.addAndGet(times * Math.min(change, 0));
    unknownUp.addAndGet(times * Math.max(change, 0));
    unknownChanges.add(change == 0 ? 0 : times);
  }

  /**
   * Counts what has become of an attempt that was of unknown outcome.
   *
   * @param was the status that it was added with
   * @param supposed the change that it was added with
   * @param change that which it has really made if it is committed
   * @param changeMost as in {@link #add}
   */
  void decide(Status was, long supposed, Status status, long change, long changeMost) {
    addUnknown(was, supposed, -1);
    add(status, change, changeMost);
  }

  /** How much committed transactions have missed. */
  public long missed() {
    return missed.sum();
  }

  /** How many committed transactions have changed the total. */
  long committedChanges() {
    return committedChanges.sum();
  }

  /** How many of unknown outcome would have changed it. */
  long unknownChanges() {
    return unknownChanges.sum();
  }

  /** How many of these the system has accepted, and said no more. */
  long acceptedChanges() {
    return acceptedChanges.sum();
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
