package io.hybridycsb.ycsb.support;

import io.hybridycsb.ycsb.outcome.Statuses;
import java.util.function.Supplier;
import site.ycsb.Status;

/**
 * Records one thread's transactions in a history: each in a line of its own before the thread goes
 * on, and once more if its outcome becomes known later. So if the process is killed, no more than
 * the transaction that the thread has under way is missing.
 */
final class TransactionRecorder {
  private final History history;
  private final HistoryLine line;
  private final int thread;
  private final Unsettled unsettled;
  private final String client;
  private long begun;

  /**
   * @param unsettled the same thread's
   */
  TransactionRecorder(History history, HistoryLine line, int thread, Unsettled unsettled) {
    this.history = history;
    this.line = line;
    this.thread = thread;
    this.unsettled = unsettled;
    this.client = history.process() + "/" + thread + "/";
  }

  Transaction begin(Supplier<Transaction> begin) {
    return new RecordedTransaction(begin, this, client + begun++);
  }

  /** Records a transaction that has ended. If its outcome is unknown, it is asked for again. */
  void ended(RecordedTransaction transaction, Status status) {
    history.record(transaction.line(line, status).end());
    if (status.equals(Statuses.UNKNOWN)) {
      unsettled.add(
          1,
          () -> Statuses.known(transaction.settle()),
          known -> known.ifPresent(told -> decided(transaction, told)));
    }
  }

  /** Records what has become of a transaction that was recorded without it. Any thread calls it. */
  void decided(RecordedTransaction transaction, Status status) {
    if (Statuses.known(status).isPresent()) {
      history.record(transaction.decidedLine(new HistoryLine(thread), status).end());
    }
  }
}
