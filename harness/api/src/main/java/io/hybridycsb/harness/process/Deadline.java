package io.hybridycsb.harness.process;

import java.time.Duration;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;

/** A point in time that limits waits. */
public final class Deadline {
  private static final long POLL_MS = 20;

  private final LongSupplier nanoTime;
  private final long endNanos;
  private volatile boolean cancelled;

  private Deadline(LongSupplier nanoTime, Duration timeout) {
    this.nanoTime = nanoTime;
    this.endNanos = nanoTime.getAsLong() + timeout.toNanos();
  }

  public static Deadline after(Duration timeout) {
    return after(timeout, System::nanoTime);
  }

  static Deadline after(Duration timeout, LongSupplier nanoTime) {
    return new Deadline(nanoTime, timeout);
  }

  /** The time left, never below zero. */
  public long remainingMs() {
    return cancelled ? 0 : Math.max(0, (endNanos - nanoTime.getAsLong()) / 1_000_000);
  }

  /** Ends all waits under way. */
  public void cancel() {
    cancelled = true;
  }

  public boolean passed() {
    return remainingMs() == 0;
  }

  /**
   * Waits until the condition holds.
   *
   * @return whether it held before the deadline
   */
  public boolean await(BooleanSupplier condition) throws InterruptedException {
    while (!condition.getAsBoolean()) {
      if (passed()) {
        return condition.getAsBoolean();
      }
      Thread.sleep(Math.min(POLL_MS, Math.max(1, remainingMs())));
    }
    return true;
  }
}
