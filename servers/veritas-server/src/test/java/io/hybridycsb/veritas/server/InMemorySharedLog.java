package io.hybridycsb.veritas.server;

import io.hybridycsb.veritas.core.spi.LogEntry;
import io.hybridycsb.veritas.core.spi.SharedLog;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** The shared log of a cluster of one node. */
final class InMemorySharedLog implements SharedLog {
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition appended = lock.newCondition();
  private final List<LogEntry> entries = new ArrayList<>();
  private int next;

  @Override
  public CompletableFuture<Void> append(byte[] record) {
    lock.lock();
    try {
      entries.add(new LogEntry(entries.size(), record));
      appended.signalAll();
    } finally {
      lock.unlock();
    }
    return CompletableFuture.completedFuture(null);
  }

  @Override
  public void seek(long position) {
    next = (int) position;
  }

  @Override
  public List<LogEntry> poll(long timeoutMs) {
    lock.lock();
    try {
      long leftNanos = TimeUnit.MILLISECONDS.toNanos(timeoutMs);
      while (next == entries.size() && leftNanos > 0) {
        leftNanos = appended.awaitNanos(leftNanos);
      }
      List<LogEntry> polled = List.copyOf(entries.subList(next, entries.size()));
      next = entries.size();
      return polled;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return List.of();
    } finally {
      lock.unlock();
    }
  }

  @Override
  public long end() {
    lock.lock();
    try {
      return entries.size();
    } finally {
      lock.unlock();
    }
  }

  @Override
  public int recordBytesMax() {
    return 1 << 20;
  }

  @Override
  public void close() {}
}
