package io.hybridycsb.tso;

import io.hybridycsb.tso.client.AllocateMethod;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;

/**
 * Hands out ranges of timestamps below a durable ceiling.
 *
 * <p><b>Guarantee.</b> No timestamp is handed out twice. A range that is asked for after another
 * was granted lies above it, whatever crashes in between. A timestamp is handed out only when a
 * ceiling above it is durable in the {@link CeilingLog}. A restart begins at the highest durable
 * ceiling, above everything that was ever handed out. Timestamps that a crash leaves unused below
 * the ceiling are skipped, so timestamps are unique and increasing but not dense.
 *
 * <p>The next ceiling is logged ahead, on the executor, once three quarters of a step are used.
 * Callers wait for the disk only if they use up the last quarter before it is done. No clock is
 * involved: timestamps are numbers, and order alone is their meaning.
 *
 * <p>Safe for use by many threads. The first failure of the log is final: the timestamps left below
 * the durable ceiling are still handed out, then every request fails.
 */
final class TimestampAllocator {
  /** The first timestamp of all; 0 is left to mean "none". */
  static final long FIRST_TIMESTAMP = 1;

  /** The most requests that may wait for a ceiling to be logged. */
  static final int MAX_WAITING = 10_000;

  private final CeilingLog log;
  private final Executor logAhead;
  private final long lowWater;
  private final ArrayDeque<Pending> waiting = new ArrayDeque<>();
  private long next;
  private long granted;
  private long ceiling;
  private boolean raising;
  private final CompletableFuture<IOException> logFailure = new CompletableFuture<>();
  private IOException failure;

  /**
   * Logs the first ceiling, so that the first request need not wait for it.
   *
   * @param step by how much the log raises its ceiling; at least {@link AllocateMethod#MAX_COUNT}
   * @param logAhead runs one raise of the ceiling at a time
   */
  TimestampAllocator(CeilingLog log, long step, Executor logAhead) throws IOException {
    if (step < AllocateMethod.MAX_COUNT) {
      throw new IllegalArgumentException(
          "ceiling step must be at least " + AllocateMethod.MAX_COUNT + ", but is " + step);
    }
    this.log = log;
    this.logAhead = logAhead;
    this.lowWater = step / 4;
    this.next = log.ceiling();
    this.ceiling = log.raise();
  }

  /**
   * Grants {@code count} timestamps: the result, result + 1, and so on. Requests are granted in the
   * order of their arrival.
   *
   * @param count 1 to {@link AllocateMethod#MAX_COUNT}
   * @return done at once, unless a ceiling has to be logged first; fails with an {@link
   *     IOException} when it can't be
   * @throws IllegalArgumentException if {@code count} is out of bounds
   */
  CompletableFuture<Long> allocate(int count) {
    if (count < 1 || count > AllocateMethod.MAX_COUNT) {
      throw new IllegalArgumentException(
          "count must be 1 to %s, but is %s"
              .formatted(AllocateMethod.MAX_COUNT, Integer.toUnsignedString(count)));
    }
    CompletableFuture<Long> result;
    boolean mustRaise;
    synchronized (this) {
      if (waiting.isEmpty() && fits(count)) {
        result = CompletableFuture.completedFuture(take(count));
      } else if (failure != null) {
        return CompletableFuture.failedFuture(failure);
      } else if (waiting.size() == MAX_WAITING) {
        return CompletableFuture.failedFuture(
            new IOException(MAX_WAITING + " requests wait for a ceiling to be logged already"));
      } else {
        result = new CompletableFuture<>();
        waiting.add(new Pending(count, result));
      }
      mustRaise = claimRaise();
    }
    if (mustRaise) {
      startRaise();
    }
    return result;
  }

  /** Completes with the reason when the log has failed; then only a restart helps. */
  CompletableFuture<IOException> logFailure() {
    return logFailure.copy();
  }

  /** How many timestamps were handed out since the start. */
  synchronized long granted() {
    return granted;
  }

  /** Timestamps below it may be handed out. */
  synchronized long ceiling() {
    return ceiling;
  }

  /** Requests that wait for a ceiling to be logged. */
  synchronized int waiting() {
    return waiting.size();
  }

  private boolean fits(int count) {
    return ceiling - next >= count;
  }

  private long take(int count) {
    long first = next;
    next += count;
    granted += count;
    return first;
  }

  /** True for the one caller that has to start a raise now. */
  private boolean claimRaise() {
    boolean low = !waiting.isEmpty() || ceiling - next <= lowWater;
    if (!low || raising || failure != null) {
      return false;
    }
    raising = true;
    return true;
  }

  private void startRaise() {
    try {
      logAhead.execute(this::raise);
    } catch (RejectedExecutionException e) {
      finishRaise(0, new IOException("the timestamp oracle is shutting down", e));
    }
  }

  private void raise() {
    try {
      finishRaise(log.raise(), null);
    } catch (IOException | RuntimeException e) {
      finishRaise(0, new IOException("cannot log a new ceiling: " + e.getMessage(), e));
    }
  }

  private void finishRaise(long raised, IOException problem) {
    List<Runnable> answers = new ArrayList<>();
    boolean mustRaise;
    synchronized (this) {
      raising = false;
      failure = problem;
      if (problem == null) {
        ceiling = raised;
      }
      while (!waiting.isEmpty() && (problem != null || fits(waiting.peek().count))) {
        Pending pending = waiting.remove();
        if (fits(pending.count)) {
          long first = take(pending.count);
          answers.add(() -> pending.result.complete(first));
        } else {
          answers.add(() -> pending.result.completeExceptionally(problem));
        }
      }
      mustRaise = claimRaise();
    }
    // Outside the lock, because a waiting caller may ask for the next timestamps at once.
    answers.forEach(Runnable::run);
    if (problem != null) {
      logFailure.complete(problem);
    }
    if (mustRaise) {
      startRaise();
    }
  }

  private record Pending(int count, CompletableFuture<Long> result) {}
}
