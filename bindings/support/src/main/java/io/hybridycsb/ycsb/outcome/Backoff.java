package io.hybridycsb.ycsb.outcome;

import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Pauses before what others were in the way of is tried again. They are random, so that those who
 * were in each other's way don't meet again. Before each further retry they may be twice as long,
 * up to 64 times the first.
 *
 * @param firstNsMax the longest pause before a first retry; 0: there are no pauses
 */
public record Backoff(long firstNsMax) {
  private static final int DOUBLINGS_MAX = 6;

  public static Backoff ofMs(int firstMsMax) {
    return new Backoff(TimeUnit.MILLISECONDS.toNanos(firstMsMax));
  }

  /**
   * Waits.
   *
   * @param retries how many there have been
   */
  public void pause(int retries) {
    long longest = longestNs(retries);
    if (longest > 0) {
      LockSupport.parkNanos(ThreadLocalRandom.current().nextLong(longest));
    }
  }

  /** The longest pause after so many retries. */
  long longestNs(int retries) {
    return firstNsMax << Math.min(retries, DOUBLINGS_MAX);
  }
}
