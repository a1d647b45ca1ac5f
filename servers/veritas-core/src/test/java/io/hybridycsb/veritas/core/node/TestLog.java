package io.hybridycsb.veritas.core.node;

import io.hybridycsb.veritas.core.spi.LogEntry;
import io.hybridycsb.veritas.core.spi.SharedLog;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;

/** A shared log in memory; several may share the records of one. */
public final class TestLog implements SharedLog {
  private final List<byte[]> records;
  private final List<CompletableFuture<Void>> unconfirmed = new CopyOnWriteArrayList<>();
  private final boolean confirming;
  private int next;

  private TestLog(List<byte[]> records, boolean confirming) {
    this.records = records;
    this.confirming = confirming;
  }

  /** Confirms what is appended at once. */
  public static TestLog empty() {
    return new TestLog(new ArrayList<>(), true);
  }

  /** Leaves it to the test when, and with what, an append completes. */
  public static TestLog unconfirming() {
    return new TestLog(new ArrayList<>(), false);
  }

  /** The same log for another node. */
  public TestLog shared() {
    return new TestLog(records, confirming);
  }

  public List<CompletableFuture<Void>> unconfirmed() {
    return unconfirmed;
  }

  public List<byte[]> records() {
    synchronized (records) {
      return List.copyOf(records);
    }
  }

  @Override
  public CompletableFuture<Void> append(byte[] record) {
    synchronized (records) {
      records.add(record);
      records.notifyAll();
    }
    CompletableFuture<Void> appended = new CompletableFuture<>();
    if (confirming) {
      appended.complete(null);
    } else {
      unconfirmed.add(appended);
    }
    return appended;
  }

  @Override
  public void seek(long position) {
    next = (int) position;
  }

  @Override
  public List<LogEntry> poll(long timeoutMs) {
    List<LogEntry> entries = new ArrayList<>();
    synchronized (records) {
      try {
        if (next >= records.size()) {
          TimeUnit.MILLISECONDS.timedWait(records, timeoutMs);
        }
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return entries;
      }
      for (; next < records.size(); next++) {
        entries.add(new LogEntry(next, records.get(next)));
      }
    }
    return entries;
  }

  @Override
  public long end() {
    synchronized (records) {
      return records.size();
    }
  }

  @Override
  public int recordBytesMax() {
    return 1 << 20;
  }

  @Override
  public void close() {}
}
