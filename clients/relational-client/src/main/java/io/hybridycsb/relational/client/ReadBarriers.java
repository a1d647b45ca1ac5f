package io.hybridycsb.relational.client;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.LongSupplier;

/**
 * Places in the chain's order that come after everything acknowledged before they were asked for.
 * Threads that ask at the same time share one: whoever comes while one is underway waits for the
 * next, since that one may have been ordered before.
 */
final class ReadBarriers {
  private CompletableFuture<Long> underway = CompletableFuture.completedFuture(0L);

  /** The next one, which hasn't begun; null if nobody waits for it. */
  private CompletableFuture<Long> next;

  /**
   * Waits for a place in the order.
   *
   * @param order gets one, for all that share it
   * @param deadline of {@link System#nanoTime}
   * @return the height of its block
   * @throws RelationalException if there is none in time
   */
  long pass(LongSupplier order, long deadline) {
    CompletableFuture<Long> mine;
    CompletableFuture<Long> before = null;
    synchronized (this) {
      if (next == null) {
        next = new CompletableFuture<>();
        before = underway;
      }
      mine = next;
    }
    if (before != null) {
      lead(mine, before, order, deadline);
    }
    return await(mine, deadline);
  }

  private void lead(
      CompletableFuture<Long> mine,
      CompletableFuture<Long> before,
      LongSupplier order,
      long deadline) {
    RuntimeException tooLate = null;
    try {
      await(before, deadline);
    } catch (RelationalException e) {
      // That of the others has failed; this one need not.
      tooLate = before.isDone() ? null : e;
    }
    synchronized (this) {
      next = null;
      underway = mine;
    }
    if (tooLate != null) {
      mine.completeExceptionally(tooLate);
      return;
    }
    try {
      mine.complete(order.getAsLong());
    } catch (RuntimeException | Error e) {
      mine.completeExceptionally(e);
    }
  }

  private static long await(CompletableFuture<Long> place, long deadline) {
    try {
      return place.get(Math.max(0, deadline - System.nanoTime()), TimeUnit.NANOSECONDS);
    } catch (ExecutionException e) {
      throw new RelationalException.Unavailable(
          "no transaction was ordered before the read: " + e.getCause().getMessage());
    } catch (TimeoutException e) {
      throw new RelationalException.Unavailable("no transaction was ordered before the read");
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new RelationalException.Unavailable("interrupted while waiting for the chain's order");
    }
  }
}
