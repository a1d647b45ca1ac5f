package io.hybridycsb.harness.ycsb;

import java.util.concurrent.Phaser;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BooleanSupplier;
import java.util.function.LongConsumer;

/**
 * Operations in bursts: each of a number of threads does one, all begin at once, and the next burst
 * begins when the last of them has ended. A thread whose operations are used up leaves; the other
 * threads' bursts are smaller then.
 *
 * <p>The time of a burst is from when its threads were let go until the last of them is back.
 */
final class Bursts {
  private final Phaser threads;
  private final long waitMs;
  private volatile long begunNanos;

  /**
   * @param threads all that take part; the first burst waits for them
   * @param waitMs how long a thread waits for the others, at most
   * @param tookNanos is told the time of each burst that was whole
   */
  Bursts(int threads, long waitMs, LongConsumer tookNanos) {
    this.waitMs = waitMs;
    this.threads =
        new Phaser(threads) {
          /** Runs in the last thread that arrives, before any is let go. */
          @Override
          protected boolean onAdvance(int phase, int registered) {
            if (phase > 0) {
              tookNanos.accept(System.nanoTime() - begunNanos);
            }
            begunNanos = System.nanoTime();
            return registered == 0;
          }
        };
  }

  /**
   * A thread's part.
   *
   * @param operations that it will do; 0 if there is no end to them
   */
  Member member(long operations) {
    return new Member(operations);
  }

  /** Lets all threads go for good: they don't wait for each other any more. */
  void end() {
    threads.forceTermination();
  }

  /** What one thread does. */
  final class Member {
    private long left;
    private final boolean endless;
    private boolean begun;

    private Member(long operations) {
      this.left = operations;
      this.endless = operations == 0;
    }

    /**
     * Does the thread's operation of a burst; returns when all threads have done theirs.
     *
     * @param operation of YCSB; false if the thread does no further one
     * @throws IllegalStateException if others haven't in time, or if the thread is interrupted
     */
    boolean take(BooleanSupplier operation) {
      if (!begun) {
        await(threads.arrive());
        begun = true;
      }
      boolean more = operation.getAsBoolean();
      left--;
      if (!more || (!endless && left == 0)) {
        threads.arriveAndDeregister();
      } else {
        await(threads.arrive());
      }
      return more;
    }

    private void await(int phase) {
      try {
        threads.awaitAdvanceInterruptibly(phase, waitMs, TimeUnit.MILLISECONDS);
      } catch (TimeoutException e) {
        throw new IllegalStateException(
            "a burst's other operations have not ended within %d ms".formatted(waitMs), e);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new IllegalStateException("interrupted while other operations of a burst go on", e);
      }
    }
  }
}
