package io.hybridycsb.ycsb.workload.transactions;

import io.hybridycsb.ycsb.outcome.Statuses;
import java.io.PrintStream;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;
import site.ycsb.Status;

/**
 * How many transactions of each type a run has had, and how many of their attempts were aborted.
 */
final class Mix {
  private static final class Counts {
    private final LongAdder transactions = new LongAdder();
    private final LongAdder aborts = new LongAdder();
    private final LongAdder retries = new LongAdder();
  }

  private final Map<TransactionType, Counts> types = new LinkedHashMap<>();
  private final LongAdder unknown = new LongAdder();

  Mix(List<TransactionType> all) {
    all.forEach(type -> types.put(type, new Counts()));
  }

  /**
   * Counts an attempt at a database transaction.
   *
   * @param sent whether it came to its commit; otherwise it has had no effect
   */
  void attempted(TransactionType type, Status status, boolean sent, boolean isRetry) {
    Counts counts = types.get(type);
    if (isRetry) {
      counts.retries.increment();
    }
    if (status.equals(Statuses.ABORTED)) {
      counts.aborts.increment();
    } else if (sent && Tally.isUnknown(status)) {
      unknown.increment();
    }
  }

  /** Counts what has become of an attempt that was of unknown outcome. */
  void decided(TransactionType type, Status status) {
    unknown.decrement();
    attempted(type, status, true, false);
  }

  /** Counts a transaction that has ended. */
  void ended(TransactionType type) {
    types.get(type).transactions.increment();
  }

  /** Transactions that have ended, however. */
  long ended() {
    return types.values().stream().mapToLong(counts -> counts.transactions.sum()).sum();
  }

  /** Attempts of unknown outcome; also those that the system has accepted, and no more is known. */
  long unknown() {
    return unknown.sum();
  }

  /** Prints lines as YCSB's. */
  void print(PrintStream out) {
    long all = ended();
    types.forEach(
        (type, counts) -> {
          double percent = 100.0 * counts.transactions.sum() / Math.max(1, all);
          out.printf(Locale.ROOT, "[MIX], %s(%%), %.2f%n", type.name(), percent);
          out.printf("[MIX], %s aborts, %d%n", type.name(), counts.aborts.sum());
          out.printf("[MIX], %s retries, %d%n", type.name(), counts.retries.sum());
        });
  }
}
