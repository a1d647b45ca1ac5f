package io.hybridycsb.ycsb.cassandra;

import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.function.Supplier;

/** What is tried again when a client starts while nodes start or die. */
final class Attempts {
  private static final long INTERVAL_MS = 200;

  private Attempts() {}

  /**
   * Tries until it is done.
   *
   * @param timeoutMs after which a failed attempt is the last
   * @param mayPass whether another attempt may do without this error
   * @throws RuntimeException the last attempt's error
   */
  static <T> T untilDone(long timeoutMs, Predicate<RuntimeException> mayPass, Supplier<T> attempt) {
    long deadlineNs = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(timeoutMs);
    while (true) {
      try {
        return attempt.get();
      } catch (RuntimeException e) {
        if (!mayPass.test(e) || System.nanoTime() - deadlineNs > 0) {
          throw e;
        }
        pause();
      }
    }
  }

  private static void pause() {
    try {
      Thread.sleep(INTERVAL_MS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while waiting for the cluster", e);
    }
  }
}
