package io.hybridycsb.ycsb.support;

import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import site.ycsb.Status;

/**
 * What a client does before it sends a write. YCSB counts it into the write's latency; a history
 * does not, since nothing can take effect meanwhile. A transaction does it between its reads and
 * its writes.
 *
 * @param ms how long it takes
 */
record Processing(int ms) {
  /** Waits so long. An interrupt ends the wait and is left to the write. */
  void await() {
    if (ms > 0) {
      try {
        TimeUnit.MILLISECONDS.sleep(ms);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /** A transaction that waits once, before the first of its writes. */
  Transaction of(Transaction transaction) {
    return ms == 0 ? transaction : new Processed(this, transaction);
  }

  /** Procedures that wait before calls, once for those that are handed over together. */
  Procedures of(Procedures procedures) {
    return calls -> {
      await();
      return procedures.call(calls);
    };
  }

  private static final class Processed implements Transaction {
    private final Processing processing;
    private final Transaction transaction;
    private boolean hasWaited;

    Processed(Processing processing, Transaction transaction) {
      this.processing = processing;
      this.transaction = transaction;
    }

    private Transaction processed() {
      if (!hasWaited) {
        hasWaited = true;
        processing.await();
      }
      return transaction;
    }

    @Override
    public Optional<Found> read(String table, String key) {
      return transaction.read(table, key);
    }

    @Override
    public void put(String table, String key, Map<String, byte[]> fields) {
      processed().put(table, key, fields);
    }

    @Override
    public void merge(String table, String key, Map<String, byte[]> fields) {
      processed().merge(table, key, fields);
    }

    @Override
    public void delete(String table, String key) {
      processed().delete(table, key);
    }

    @Override
    public Status commit() {
      return transaction.commit();
    }

    @Override
    public Status settle() {
      return transaction.settle();
    }

    @Override
    public Optional<CompletableFuture<Status>> decision() {
      return transaction.decision();
    }

    @Override
    public void abort() {
      transaction.abort();
    }

    @Override
    public long versionMade(String table, String key) {
      return transaction.versionMade(table, key);
    }
  }
}
