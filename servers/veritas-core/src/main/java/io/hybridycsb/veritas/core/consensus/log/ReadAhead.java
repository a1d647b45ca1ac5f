package io.hybridycsb.veritas.core.consensus.log;

import io.hybridycsb.veritas.core.consensus.BoundedQueue;
import java.util.List;

/** Records of the shared log that are read and checked, and that the replica hasn't taken yet. */
final class ReadAhead {
  static final int RECORDS_MAX = 512;
  static final int BYTES_MAX = 64 << 20;

  private final BoundedQueue<LogItem> items =
      new BoundedQueue<>(RECORDS_MAX, BYTES_MAX, ReadAhead::bytesOf);

  /** Adds a record; waits as long as there is no room for it. */
  void put(LogItem item) throws InterruptedException {
    items.put(item);
  }

  /** Takes the oldest record; null if none comes in time. */
  LogItem poll(long timeoutNanos) throws InterruptedException {
    return items.poll(timeoutNanos);
  }

  /** Takes what else is there. */
  void drainTo(List<LogItem> taken, int recordsMax) {
    items.drainTo(taken, recordsMax);
  }

  private static int bytesOf(LogItem item) {
    if (item instanceof LogItem.OrderedBlock block) {
      return block.block().getSerializedSize();
    }
    return item instanceof LogItem.CastVote vote ? vote.vote().getSerializedSize() : 0;
  }
}
