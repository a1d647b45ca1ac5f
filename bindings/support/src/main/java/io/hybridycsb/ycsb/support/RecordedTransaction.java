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
 * A transaction of which the history gets a line: what it has read and written, and its outcome.
 * Where that becomes known later, it gets another.
 */
final class RecordedTransaction implements Transaction {
  private final long invokedNs = System.nanoTime();
  private final Transaction inner;
  private final TransactionRecorder recorder;
  private final String id;
  private final Map<RecordName, Long> reads = new LinkedHashMap<>();

  /** Whether each record that it has written is deleted then. */
  private final Map<RecordName, Boolean> writes = new LinkedHashMap<>();

  private Optional<CompletableFuture<Status>> decision = Optional.empty();
  private Status settled = Statuses.UNKNOWN;
  private long completedNs;

  /** Begins a transaction. */
  RecordedTransaction(Supplier<Transaction> begin, TransactionRecorder recorder, String id) {
    this.inner = begin.get();
    this.recorder = recorder;
    this.id = id;
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

  private void ended(Status status) {
    completedNs = System.nanoTime();
    recorder.ended(this, status);
    if (status.equals(Status.BATCHED_OK)) {
      decision = inner.decision().map(later -> later.thenApply(this::told));
    }
  }

  private Status told(Status status) {
    recorder.decided(this, status);
    return status;
  }

  /** The history's line of this transaction, when it has its answer. */
  HistoryLine line(HistoryLine line, Status status) {
    return line.transaction(invokedNs, completedNs, id, status, reads, made(status));
  }

  /** The line that tells now what has become of it. */
  HistoryLine decidedLine(HistoryLine line, Status status) {
    return line.decided(System.nanoTime(), id, status, made(status));
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
