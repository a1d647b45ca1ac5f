package io.hybridycsb.ycsb.outcome;

import java.util.concurrent.TimeUnit;

/**
 * Until when an operation may last.
 *
 * @param endNs on the clock of {@link System#nanoTime}
 */
public record TimeLimit(long endNs) {
  public static TimeLimit ofMs(long ms) {
    return new TimeLimit(System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(ms));
  }

  /** The same, but no later than so long from now. */
  public TimeLimit within(long ms) {
    return leftMs() <= ms ? this : ofMs(ms);
  }

  /** The time left; not below zero. */
  public long leftMs() {
    return Math.max(0, TimeUnit.NANOSECONDS.toMillis(endNs - System.nanoTime()));
  }

  public boolean passed() {
    return leftMs() == 0;
  }

  /** The time left for a call, which takes a little even if there is none. */
  public long callNs() {
    return Math.max(1, endNs - System.nanoTime());
  }

  /** Waits, but no longer than is left. */
  public void pause(long ms) {
    try {
      Thread.sleep(Math.min(ms, leftMs()));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
