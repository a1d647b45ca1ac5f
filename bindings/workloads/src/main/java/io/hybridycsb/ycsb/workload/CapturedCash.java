package io.hybridycsb.ycsb.workload;

import io.hybridycsb.ycsb.outcome.Statuses;
import io.hybridycsb.ycsb.workload.transactions.TransactionType;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.IntSupplier;
import site.ycsb.Status;

/**
 * The cash of deleted accounts, as much as is known to be nobody's, and these accounts. All threads
 * share it. What a delete or an insert of unknown outcome has done with cash, only the total knows.
 */
final class CapturedCash {
  private final Queue<Taken> deleted = new ConcurrentLinkedQueue<>();

  /** An account to be inserted, with so much cash. */
  record Taken(int account, long dollars) {}

  /** A delete is committed. */
  void deleted(int account, long dollars) {
    deleted.add(new Taken(account, dollars));
  }

  /**
   * Takes the cash that was captured first.
   *
   * @param other an account if none is known to be deleted
   */
  Taken take(IntSupplier other) {
    Taken first = deleted.poll();
    return first == null ? new Taken(other.getAsInt(), 0) : first;
  }

  /** An insert has ended. What it has taken and not used comes back. */
  void inserted(Taken taken, Status status) {
    boolean isThere = status.equals(TransactionType.REFUSED);
    if (isThere ? taken.dollars() > 0 : Statuses.isWithoutEffect(status)) {
      deleted.add(taken);
    }
  }

  /** All of it. */
  long dollars() {
    return deleted.stream().mapToLong(Taken::dollars).sum();
  }
}
