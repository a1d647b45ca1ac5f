package io.hybridycsb.blockchaindb.server.shard;

import com.google.protobuf.ByteString;
import java.util.Map;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/**
 * Writes that a writer has accepted and that are in no transaction yet: waiting ones, and those
 * taken for the next transaction. Bounded in number and in size.
 */
final class WriteQueue {
  private static final int WRITES_MAX = 8_192;
  private static final int BYTES_MAX = 32 << 20;

  private final BlockingQueue<PendingWrite> waiting = new ArrayBlockingQueue<>(WRITES_MAX);
  private final Semaphore bytes;

  /** How many writes of each operation there are. */
  private final Map<ByteString, Integer> held = new ConcurrentHashMap<>();

  WriteQueue() {
    this(BYTES_MAX);
  }

  WriteQueue(int bytesMax) {
    this.bytes = new Semaphore(bytesMax);
  }

  private static int size(PendingWrite write) {
    return write.write().getSerializedSize();
  }

  /** Takes a write in; false if there is no room. */
  boolean offer(PendingWrite write) {
    if (!bytes.tryAcquire(size(write))) {
      return false;
    }
    held.merge(write.operationId(), 1, Integer::sum);
    if (waiting.offer(write)) {
      return true;
    }
    done(write);
    return false;
  }

  /** The next write, to be given to {@link #done} later; null if there is none in time. */
  PendingWrite take(long waitNs) throws InterruptedException {
    return waiting.poll(Math.max(0, waitNs), TimeUnit.NANOSECONDS);
  }

  /** The write has ended, or its transaction is registered elsewhere. */
  void done(PendingWrite write) {
    held.computeIfPresent(write.operationId(), (id, count) -> count == 1 ? null : count - 1);
    bytes.release(size(write));
  }

  /** Whether a write of this operation waits, or was taken and isn't done. */
  boolean holds(ByteString operation) {
    return held.containsKey(operation);
  }
}
