package io.hybridycsb.ycsb.support;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import site.ycsb.Status;

/** Records one thread's transactions in a history. */
final class TransactionRecorder {
  /**
   * More are recorded as unknown without being asked for again. With transactions of 1 kB it is a
   * megabyte, and with a timeout of ten seconds almost three hours without an answer.
   */
  private static final int UNSETTLED_MAX = 1_000;

  private final History history;
  private final HistoryLine line;
  private final String client;
  private final List<RecordedTransaction> unsettled = new ArrayList<>();
  private long begun;

  TransactionRecorder(History history, HistoryLine line, int thread) {
    this.history = history;
    this.line = line;
    this.client = history.process() + "/" + thread + "/";
  }

  Transaction begin(Supplier<Transaction> begin) {
    return new RecordedTransaction(begin, this, client + begun++);
  }

  /** Records a transaction that has ended; later if its outcome may be known then. */
  void ended(RecordedTransaction transaction, Status status) {
    if (status.equals(Statuses.UNKNOWN) && unsettled.size() < UNSETTLED_MAX) {
      unsettled.add(transaction);
    } else {
      record(transaction, status);
    }
  }

  /** Asks for the outcomes that were not known, and records them. */
  void settle() {
    boolean answers = true;
    for (RecordedTransaction transaction : unsettled) {
      Status status = Statuses.UNKNOWN;
      if (answers) {
        try {
          status = transaction.settle();
        } catch (FailedOperation e) {
          // Nobody can be asked now, and the others need not wait for the same.
          answers = false;
        }
      }
      record(transaction, status);
    }
    unsettled.clear();
  }

  private void record(RecordedTransaction transaction, Status status) {
    // What the system has only accepted it may still abort.
    Status known = status.equals(Status.BATCHED_OK) ? Statuses.UNKNOWN : status;
    history.record(transaction.line(line, known).end());
  }
}
