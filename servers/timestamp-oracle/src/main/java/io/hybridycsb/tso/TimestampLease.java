package io.hybridycsb.tso;

import java.util.concurrent.atomic.AtomicLong;

/** Timestamps that were fetched ahead of demand, to be taken until a point in time. */
final class TimestampLease {
  static final long NONE = 0;

  private final long first;
  private final long end;
  private final long expiresNanos;
  private final AtomicLong next;

  /** A lease of the timestamps {@code first} (inclusive) to {@code end} (exclusive). */
  TimestampLease(long first, long end, long expiresNanos) {
    this.first = first;
    this.end = end;
    this.expiresNanos = expiresNanos;
    this.next = new AtomicLong(first);
  }

  /** Takes the lowest timestamp left, or {@link #NONE}. */
  long take(long nowNanos) {
    if (next.get() >= end || isExpired(nowNanos)) {
      return NONE;
    }
    long taken = next.getAndIncrement();
    return taken < end ? taken : NONE;
  }

  boolean isExpired(long nowNanos) {
    return nowNanos - expiresNanos >= 0;
  }

  int size() {
    return (int) (end - first);
  }

  int taken() {
    return (int) (Math.min(next.get(), end) - first);
  }
}
