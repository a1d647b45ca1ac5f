package io.hybridycsb.veritas.core.node;

import io.hybridycsb.veritas.core.log.LogItem;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/**
 * Records of the shared log that are read and checked, and that the replica hasn't taken yet: so
 * many, and so many bytes, at most. For one thread that adds and one that takes.
 */
final class ReadAhead {
  static final int RECORDS_MAX = 512;
  static final int BYTES_MAX = 64 << 20;

  private final ArrayBlockingQueue<LogItem> items = new ArrayBlockingQueue<>(RECORDS_MAX);
  private final Semaphore bytesLeft = new Semaphore(BYTES_MAX);

  /** Adds a record; waits as long as there is no room for it. */
  void put(LogItem item) throws InterruptedException {
    bytesLeft.acquire(bytesOf(item));
    items.put(item);
  }

  /** Takes the oldest record; null if none comes in time. */
  LogItem poll(long timeoutNanos) throws InterruptedException {
    LogItem item = items.poll(timeoutNanos, TimeUnit.NANOSECONDS);
    if (item != null) {
      bytesLeft.release(bytesOf(item));
    }
    return item;
  }

  /** Takes what else is there. */
  void drainTo(List<LogItem> taken, int recordsMax) {
    int before = taken.size();
    items.drainTo(taken, recordsMax);
    int bytes = 0;
    for (LogItem item : taken.subList(before, taken.size())) {
      bytes += bytesOf(item);
    }
    bytesLeft.release(bytes);
  }

  /** A record longer than all the room there is waits until it has all of it. */
  private static int bytesOf(LogItem item) {
    if (item instanceof LogItem.OrderedBlock block) {
      return Math.min(BYTES_MAX, block.block().getSerializedSize());
    }
    return item instanceof LogItem.CastVote vote
        ? Math.min(BYTES_MAX, vote.vote().getSerializedSize())
        : 0;
  }
}
