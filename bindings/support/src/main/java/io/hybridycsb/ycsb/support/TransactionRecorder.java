package io.hybridycsb.ycsb.support;

import java.util.ArrayDeque;
import java.util.Queue;
import java.util.function.Supplier;
import site.ycsb.Status;

/** Records one thread's transactions in a history. */
final class TransactionRecorder {
  /** If more are accepted and not decided, the oldest is recorded as unknown. */
  private static final int UNDECIDED_MAX = 1_000;

  private final History history;
  private final HistoryLine line;
  private final Unsettled unsettled;
  private final String client;
  private final Queue<RecordedTransaction> undecided = new ArrayDeque<>();
  private long begun;

  /**
   * @param unsettled the same thread's
   */
  TransactionRecorder(History history, HistoryLine line, int thread, Unsettled unsettled) {
    this.history = history;
    this.line = line;
    this.unsettled = unsettled;
    this.client = history.process() + "/" + thread + "/";
  }

  Transaction begin(Supplier<Transaction> begin) {
    return new RecordedTransaction(begin, this, client + begun++);
  }

  /** Records a transaction that has ended; later if its outcome may be known then. */
  void ended(RecordedTransaction transaction, Status status) {
    if (status.equals(Status.BATCHED_OK)) {
      undecided.add(transaction);
    } else if (!status.equals(Statuses.UNKNOWN)
        || !unsettled.add(
            1,
            () -> Statuses.known(transaction.settle()),
            known -> record(transaction, known.orElse(Statuses.UNKNOWN)))) {
      record(transaction, status);
    }
    while (!undecided.isEmpty()
        && (undecided.size() > UNDECIDED_MAX || undecided.peek().isDecided())) {
      recordFirst();
    }
  }

  /** Records what was accepted with what is known of it now. */
  void end() {
    while (!undecided.isEmpty()) {
      recordFirst();
    }
  }

  private void recordFirst() {
    RecordedTransaction first = undecided.remove();
    record(first, first.decided());
  }

  private void record(RecordedTransaction transaction, Status status) {
    history.record(transaction.line(line, status).end());
  }
}
