package io.hybridycsb.tso.client;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * For how long timestamps are leased: an eighth of what the client's last commits took, within
 * bounds.
 *
 * <p>A version that a client can see got its timestamp at least the time of its own commit earlier.
 * So a timestamp that is younger than any commit is newer than all versions that were committed
 * before it was asked for. An eighth leaves room for other clients, whose commits may take less,
 * and keeps conflicts rare among transactions that are underway at the same time.
 */
final class LeaseTime {
  private static final int PART_OF_COMMIT = 8;

  /** One commit changes the average by this part of the difference. */
  private static final int SMOOTHING = 16;

  private final long minNanos;
  private final long maxNanos;
  private final AtomicLong averageNanos = new AtomicLong();

  LeaseTime(TimestampClient.Options options) {
    this.minNanos = TimeUnit.MILLISECONDS.toNanos(options.leaseMsMin());
    this.maxNanos = TimeUnit.MILLISECONDS.toNanos(options.leaseMsMax());
  }

  /** Takes what another commit took. */
  void commitTook(long nanos) {
    averageNanos.accumulateAndGet(nanos, (average, last) -> average + (last - average) / SMOOTHING);
  }

  /** The lease of timestamps that come now, in ns. */
  long nanos() {
    return Math.min(maxNanos, Math.max(minNanos, averageNanos.get() / PART_OF_COMMIT));
  }
}
