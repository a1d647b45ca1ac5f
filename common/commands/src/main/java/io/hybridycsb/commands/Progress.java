package io.hybridycsb.commands;

import java.util.concurrent.TimeUnit;

/** Says on standard error how far an audit is, every few seconds: a short one says nothing. */
public final class Progress {
  private static final long EVERY_NANOS = TimeUnit.SECONDS.toNanos(5);

  private long saidNanos = System.nanoTime();

  /** Says it if it's time. */
  public void say(String format, Object... values) {
    long now = System.nanoTime();
    if (now - saidNanos >= EVERY_NANOS) {
      saidNanos = now;
      System.err.println("audit: " + format.formatted(values));
    }
  }
}
