package io.hybridycsb.harness.process;

import java.time.Duration;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;

/** A point in time that no wait goes past. */
public final class Deadline {
  private static final long POLL_MS = 20;

  private final LongSupplier nanoTime;
  private final long endNanos;
  private volatile boolean cancelled;

  private Deadline(LongSupplier nanoTime, Duration timeout) {
    this.nanoTime = nanoTime;
    this.endNanos = nanoTime.getAsLong() + timeout.toNanos();
  }

  /** The moment that lies {@code timeout} after now. */
  public static Deadline after(Duration timeout) {
    return after(timeout, System::nanoTime);
  }

  static Deadline after(Duration timeout, LongSupplier nanoTime) {
    return new Deadline(nanoTime, timeout);
  }

  /** What is left until then, never below zero. */
  public long remainingMs() {
    return cancelled ? 0 : Math.max(0, (endNanos - nanoTime.getAsLong()) / 1_000_000);
  }

  /** Brings it forward to now, for every wait under way: what is waited for is no longer wanted. */
  public void cancel() {
    cancelled = true;
  }

  public boolean passed() {
    return remainingMs() == 0;
  }

  /**
   * Waits until the condition holds.
   *
   * @return whether it came to hold before the deadline
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
