package io.hybridycsb.blockchaindb.server.shard;

import io.hybridycsb.metrics.ComponentTimes;
import io.hybridycsb.metrics.ComponentTimes.Operation;
import java.util.function.LongSupplier;

/**
 * How long a write takes, from its arrival on. The chain's client orders, executes and stores it in
 * one process that can't be measured inside. All of that counts as consensus, and so does waiting
 * for a place in a transaction and in the pool.
 */
public final class WriteTimes {
  private final LongSupplier clock;
  private final long arrivedNanos;
  private volatile long preparationNanos;

  /** The times of a write that arrives now. */
  WriteTimes() {
    this(System::nanoTime);
  }

  WriteTimes(LongSupplier clock) {
    this.clock = clock;
    this.arrivedNanos = clock.getAsLong();
  }

  /** Its transaction was made, signed and written to the journal. */
  void prepared(long nanos) {
    preparationNanos = nanos;
  }

  /**
   * The write is acknowledged.
   *
   * @param databaseNanos how long its block took to be applied to the node's state
   */
  public void count(ComponentTimes times, long databaseNanos) {
    long total = clock.getAsLong() - arrivedNanos;
    long consensus = Math.max(0, total - preparationNanos - databaseNanos);
    times.add(Operation.COMMIT, 1, total, consensus, 0, Math.min(databaseNanos, total - consensus));
  }
}
