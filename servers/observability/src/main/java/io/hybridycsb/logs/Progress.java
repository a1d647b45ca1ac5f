package io.hybridycsb.logs;

import java.util.concurrent.TimeUnit;

/** Tells on standard error how far a long command is, every few seconds. */
public final class Progress {
  private static final long INTERVAL_NS = TimeUnit.SECONDS.toNanos(10);

  private long toldNs = System.nanoTime();

  /** Tells it if it's time. */
  public void at(String format, Object... values) {
    if (System.nanoTime() - toldNs >= INTERVAL_NS) {
      toldNs = System.nanoTime();
      System.err.println(format.formatted(values));
    }
  }
}
