package io.hybridycsb.relational.node;

import java.util.concurrent.atomic.AtomicLong;

/** The bytes of transactions that are held for clients. For many threads. */
final class WaitingBytes {
  private final long most;
  private final AtomicLong held = new AtomicLong();

  WaitingBytes(long most) {
    this.most = most;
  }

  /** Whether there was room for so many more. */
  boolean take(long bytes) {
    if (held.addAndGet(bytes) <= most) {
      return true;
    }
    held.addAndGet(-bytes);
    return false;
  }

  void give(long bytes) {
    held.addAndGet(-bytes);
  }

  long held() {
    return held.get();
  }
}
