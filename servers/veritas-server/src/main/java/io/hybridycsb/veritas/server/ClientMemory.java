package io.hybridycsb.veritas.server;

import java.util.concurrent.atomic.AtomicLong;

/**
 * The memory that the requests and unread answers of all connections take together. A connection
 * may take a third of what is free: a quarter of the whole when it is alone, and however much some
 * take, something is left for others. Safe for use by several threads.
 */
final class ClientMemory {
  private static final int SHARE_OF_HEAP = 8;
  private static final int SHARE_OF_FREE = 3;

  /** All but one part in this many. */
  private static final int FULL = 64;

  private final long bytesMax;
  private final AtomicLong taken = new AtomicLong();

  ClientMemory(long bytesMax) {
    this.bytesMax = bytesMax;
  }

  /**
   * @param bytesMax 0: an eighth of the heap
   */
  static ClientMemory of(long bytesMax) {
    return new ClientMemory(
        bytesMax > 0 ? bytesMax : Runtime.getRuntime().maxMemory() / SHARE_OF_HEAP);
  }

  long bytesMax() {
    return bytesMax;
  }

  /** The most that a connection may ever take. */
  long connectionMax() {
    return bytesMax / (SHARE_OF_FREE + 1);
  }

  /** Whether a connection that has taken {@code own} may take more. */
  boolean hasRoomFor(long more, long own) {
    return own + more <= (bytesMax - taken.get() - more) / SHARE_OF_FREE;
  }

  /** Whether hardly anything is left; the shares keep requests from that, but not answers. */
  boolean isFull() {
    return bytesMax - taken.get() < bytesMax / FULL;
  }

  void take(long bytes) {
    taken.addAndGet(bytes);
  }

  void giveBack(long bytes) {
    taken.addAndGet(-bytes);
  }

  long taken() {
    return taken.get();
  }
}
