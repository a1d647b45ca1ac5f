package io.hybridycsb.ycsb.support;

import io.hybridycsb.ycsb.outcome.FailedOperation;
import io.hybridycsb.ycsb.outcome.Statuses;
import io.hybridycsb.ycsb.record.RecordName;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
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
    return new Recorded(begin);
  }

  /**
   * A transaction of which the history gets a line: what it has read and written, and its outcome.
   * Where that becomes known later, it gets another.
   */
  private final class Recorded implements Transaction {
    private final long invokedNs = System.nanoTime();
    private final Transaction inner;
    private final String id;
    private final Map<RecordName, Long> reads = new LinkedHashMap<>();

    /** Whether each record that it has written is deleted then. */
    private final Map<RecordName, Boolean> writes = new LinkedHashMap<>();

    private Optional<CompletableFuture<Status>> decision = Optional.empty();
    private Status settled = Statuses.UNKNOWN;

    Recorded(Supplier<Transaction> begin) {
      inner = begin.get();
      id = client + begun++;
    }

    @Override
    public Optional<Found> read(String table, String key) {
      Optional<Found> found = inner.read(table, key);
      RecordName record = new RecordName(table, key);
      if (!writes.containsKey(record)) {
        reads.putIfAbsent(record, found.map(Found::version).orElse(0L));
      }
      return found;
    }

    @Override
    public void put(String table, String key, Map<String, byte[]> fields) {
      inner.put(table, key, fields);
      writes.put(new RecordName(table, key), false);
    }

    @Override
    public void merge(String table, String key, Map<String, byte[]> fields) {
      inner.merge(table, key, fields);
      writes.put(new RecordName(table, key), false);
    }

    @Override
    public void delete(String table, String key) {
      inner.delete(table, key);
      writes.put(new RecordName(table, key), true);
    }

    @Override
    public Status commit() {
      Status status = Statuses.UNKNOWN;
      try {
        status = inner.commit();
      } catch (FailedOperation e) {
        status = e.status();
        throw e;
      } finally {
        ended(status);
      }
      return status;
    }

    @Override
    public void abort() {
      inner.abort();
      ended(Statuses.ABORTED);
    }

    @Override
    public Status settle() {
      if (settled.equals(Statuses.UNKNOWN)) {
        settled = inner.settle();
      }
      return settled;
    }

    @Override
    public Optional<CompletableFuture<Status>> decision() {
      return decision;
    }

    @Override
    public long versionMade(String table, String key) {
      return inner.versionMade(table, key);
    }

    /** If the outcome is unknown, it is asked for again. */
    private void ended(Status status) {
      long completedNs = System.nanoTime();
      history.record(
          line.transaction(invokedNs, completedNs, id, status, reads, made(status)).end());
      if (status.equals(Statuses.UNKNOWN)) {
        unsettled.add(1, () -> Statuses.known(settle()), this::decided);
      }
      if (status.equals(Status.BATCHED_OK)) {
        decision = inner.decision().map(later -> later.thenApply(this::decided));
      }
    }

    /**
     * Records what has become of a transaction that was recorded without it. Any thread calls it.
     */
    private Status decided(Status status) {
      if (Statuses.known(status).isPresent()) {
        history.record(
            new HistoryLine(thread).decided(System.nanoTime(), id, status, made(status)).end());
      }
      return status;
    }

    private Map<RecordName, HistoryLine.Made> made(Status status) {
      Map<RecordName, HistoryLine.Made> made = new LinkedHashMap<>();
      writes.forEach(
          (name, isDelete) -> {
            long version = inner.versionMade(name.table(), name.key());
            // If it is committed without one, it has only deleted what was not there.
            if (version != 0 || !status.equals(Status.OK)) {
              made.put(name, new HistoryLine.Made(version, isDelete));
            }
          });
      return made;
    }
  }
}
