package io.hybridycsb.sharedlog;

import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** A shared log in memory, for one node or several. */
public class InMemorySharedLog implements SharedLog {
  private static final int RECORD_BYTES_MAX = 1 << 20;

  private final Records records;
  private long next;
  private volatile boolean closed;

  /** Guarded by {@link #records}. */
  private boolean woken;

  private static final class Records {
    private final NavigableMap<Long, byte[]> byPosition = new TreeMap<>();
    private long nextPosition;
  }

  /** An empty log. */
  public InMemorySharedLog() {
    this(new Records());
  }

  /** The same log for another node. */
  public InMemorySharedLog(InMemorySharedLog log) {
    this(log.records);
  }

  private InMemorySharedLog(Records records) {
    this.records = records;
  }

  /** All that stands in the log. */
  public List<byte[]> records() {
    synchronized (records) {
      return List.copyOf(records.byPosition.values());
    }
  }

  /** Leaves out positions before the next record. */
  public void skip(int positions) {
    synchronized (records) {
      records.nextPosition += positions;
    }
  }

  @Override
  public CompletableFuture<Void> append(byte[] record) {
    if (closed || record.length > RECORD_BYTES_MAX) {
      return CompletableFuture.failedFuture(
          new LogException(closed ? "the log was closed" : "the record is too long"));
    }
    synchronized (records) {
      records.byPosition.put(records.nextPosition++, record);
      records.notifyAll();
    }
    return CompletableFuture.completedFuture(null);
  }

  @Override
  public void seek(long position) {
    next = position;
  }

  @Override
  public List<LogEntry> poll(long timeoutMs) {
    List<LogEntry> entries = new ArrayList<>();
    synchronized (records) {
      if (next > end()) {
        throw new LogException("the log ends before position " + next);
      }
      try {
        if (next == end() && !woken) {
          TimeUnit.MILLISECONDS.timedWait(records, timeoutMs);
        }
        woken = false;
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return entries;
      }
      records
          .byPosition
          .tailMap(next)
          .forEach((position, record) -> entries.add(new LogEntry(position, record)));
      next = end();
    }
    return entries;
  }

  @Override
  public void wakeUp() {
    synchronized (records) {
      woken = true;
      records.notifyAll();
    }
  }

  @Override
  public long end() {
    if (closed) {
      throw new LogException("the log was closed");
    }
    synchronized (records) {
      return records.byPosition.isEmpty() ? 0 : records.byPosition.lastKey() + 1;
    }
  }

  @Override
  public int recordBytesMax() {
    return RECORD_BYTES_MAX;
  }

  @Override
  public void close() {
    closed = true;
  }
}
