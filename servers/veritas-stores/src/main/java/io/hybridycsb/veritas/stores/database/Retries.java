package io.hybridycsb.veritas.stores.database;

import io.hybridycsb.veritas.core.spi.StoreException;
import java.util.concurrent.TimeUnit;

/** The attempts of one call, which is made again until a deadline. */
public final class Retries {
  public static final long BACKOFF_MS = 20;

  private final String database;
  private final int timeoutMs;
  private final long deadlineNs;

  /**
   * @param database what messages begin with
   */
  public Retries(String database, int timeoutMs) {
    this.database = database;
    this.timeoutMs = timeoutMs;
    deadlineNs = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(timeoutMs);
  }

  /**
   * Waits before the next attempt.
   *
   * @param failure of the last one, with its reason
   * @throws StoreException if the deadline has passed, or the thread is interrupted
   */
  public void pause(String failure, Exception cause) {
    if (System.nanoTime() - deadlineNs >= 0) {
      throw new StoreException(
          "%s %s, tried for %d ms".formatted(database, failure, timeoutMs), cause);
    }
    try {
      TimeUnit.MILLISECONDS.sleep(BACKOFF_MS);
    } catch (InterruptedException e) {
      throw interrupted(database, e);
    }
  }

  /** Says that a wait for a database was interrupted. */
  public static StoreException interrupted(String database, InterruptedException cause) {
    Thread.currentThread().interrupt();
    return new StoreException(database + ": interrupted while waiting", cause);
  }
}
