package io.hybridycsb.tso.client;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;

/** Timestamps that were fetched ahead of demand, to be taken until a point in time. */
final class TimestampLease {
  static final long NONE = 0;

  private final long first;
  private final long end;
  private final long renewNanos;
  private final long expiresNanos;
  private final AtomicLong next;
  private final AtomicBoolean renewed = new AtomicBoolean();

  /**
   * A lease of the timestamps {@code first} (inclusive) to {@code end} (exclusive), to be renewed
   * when half of its time has passed, so that its successor comes in time.
   */
  TimestampLease(long first, long end, long nowNanos, long leaseNanos) {
    this.first = first;
    this.end = end;
    this.renewNanos = nowNanos + leaseNanos / 2;
    this.expiresNanos = nowNanos + leaseNanos;
    this.next = new AtomicLong(first);
  }

  /** Takes the lowest timestamp left, or {@link #NONE}. */
  long take(long nowNanos) {
    if (isUsedUp() || isExpired(nowNanos)) {
      return NONE;
    }
    long taken = next.getAndIncrement();
    return taken < end ? taken : NONE;
  }

  /** True for the one caller that has to fetch the lease's successor. */
  boolean claimRenewal(long nowNanos) {
    return nowNanos - renewNanos >= 0 && !renewed.get() && renewed.compareAndSet(false, true);
  }

  boolean isExpired(long nowNanos) {
    return nowNanos - expiresNanos >= 0;
  }

  boolean isUsedUp() {
    return next.get() >= end;
  }

  int size() {
    return (int) (end - first);
  }

  int taken() {
    return (int) (Math.min(next.get(), end) - first);
  }
}
