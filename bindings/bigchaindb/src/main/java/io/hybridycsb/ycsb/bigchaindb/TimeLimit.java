package io.hybridycsb.ycsb.bigchaindb;

import java.util.concurrent.TimeUnit;

/**
 * Until when an operation may last.
 *
 * @param endNs on the clock of {@link System#nanoTime}
 */
record TimeLimit(long endNs) {
  static TimeLimit ofMs(long ms) {
    return new TimeLimit(System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(ms));
  }

  /** The same, but no later than so long from now. */
  TimeLimit within(long ms) {
    return leftMs() <= ms ? this : ofMs(ms);
  }

  /** The time left; not below zero. */
  long leftMs() {
    return Math.max(0, TimeUnit.NANOSECONDS.toMillis(endNs - System.nanoTime()));
  }

  boolean passed() {
    return leftMs() == 0;
  }

  /** Waits, but no longer than is left. */
  void pause(long ms) {
    try {
      Thread.sleep(Math.min(ms, leftMs()));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
