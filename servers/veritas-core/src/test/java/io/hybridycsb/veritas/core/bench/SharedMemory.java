package io.hybridycsb.veritas.core.bench;

import io.hybridycsb.sharedlog.LogEntry;
import io.hybridycsb.sharedlog.SharedLog;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** A shared log in memory for one thread, which forgets what all have read. */
final class SharedMemory {
  private static final int RECORD_BYTES_MAX = 8 << 20;

  private final List<Access> accesses = new ArrayList<>();
  private long end;

  SharedLog access() {
    Access access = new Access();
    accesses.add(access);
    return access;
  }

  private final class Access implements SharedLog {
    private List<LogEntry> unread = new ArrayList<>();

    @Override
    public CompletableFuture<Void> append(byte[] record) {
      LogEntry entry = new LogEntry(end++, record);
      accesses.forEach(access -> access.unread.add(entry));
      return CompletableFuture.completedFuture(null);
    }

    @Override
    public void seek(long position) {}

    @Override
    public List<LogEntry> poll(long timeoutMs) {
      List<LogEntry> polled = unread;
      unread = new ArrayList<>();
      return polled;
    }

    @Override
    public void wakeUp() {}

    @Override
    public long end() {
      return end;
    }

    @Override
    public int recordBytesMax() {
      return RECORD_BYTES_MAX;
    }

    @Override
    public void close() {}
  }
}
