package io.hybridycsb.ycsb.support;

import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import site.ycsb.Status;

/**
 * A transaction of which the history gets a line: what it has read and written, and its outcome.
 */
final class RecordedTransaction implements Transaction {
  private final long invokedNs = System.nanoTime();
  private final Transaction inner;
  private final TransactionRecorder recorder;
  private final String id;
  private final Map<RecordName, Long> reads = new LinkedHashMap<>();
  private final Set<RecordName> writes = new LinkedHashSet<>();
  private Optional<CompletableFuture<Status>> decision = Optional.empty();
  private Status settled = Statuses.UNKNOWN;
  private volatile long completedNs;

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
    if (!writes.contains(record)) {
      reads.putIfAbsent(record, found.map(Found::version).orElse(0L));
    }
    return found;
  }

  @Override
  public void put(String table, String key, Map<String, byte[]> fields) {
    inner.put(table, key, fields);
    writes.add(new RecordName(table, key));
  }

  @Override
  public void merge(String table, String key, Map<String, byte[]> fields) {
    inner.merge(table, key, fields);
    writes.add(new RecordName(table, key));
  }

  @Override
  public void delete(String table, String key) {
    inner.delete(table, key);
    writes.add(new RecordName(table, key));
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
      completedNs = System.nanoTime();
    }
    return settled;
  }

  @Override
  public Optional<CompletableFuture<Status>> decision() {
    return decision;
  }

  /** Whether what was accepted has come to something, or never will. */
  boolean isDecided() {
    return decision.map(CompletableFuture::isDone).orElse(true);
  }

  /** What has become of what was accepted; UNKNOWN if nobody has told it. */
  Status decided() {
    return decision
        .filter(told -> told.isDone() && !told.isCompletedExceptionally())
        .map(CompletableFuture::join)
        .orElse(Statuses.UNKNOWN);
  }

  private Status told(Status status) {
    completedNs = System.nanoTime();
    return status;
  }

  @Override
  public long versionMade(String table, String key) {
    return inner.versionMade(table, key);
  }

  private void ended(Status status) {
    completedNs = System.nanoTime();
    if (status.equals(Status.BATCHED_OK)) {
      decision = inner.decision().map(decided -> decided.thenApply(this::told));
    }
    recorder.ended(this, status);
  }

  /** The history's line of this transaction. */
  HistoryLine line(HistoryLine line, Status status) {
    Map<RecordName, Long> made = new LinkedHashMap<>();
    for (RecordName name : writes) {
      long version = inner.versionMade(name.table(), name.key());
      // If it is committed without one, it has only deleted what was not there.
      if (version != 0 || !status.equals(Status.OK)) {
        made.put(name, version);
      }
    }
    return line.transaction(invokedNs, completedNs, id, status, reads, made);
  }
}
