package io.hybridycsb.ycsb.workload.verified;

import io.hybridycsb.ycsb.outcome.FailedOperation;
import io.hybridycsb.ycsb.support.ProvableReads.Answer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.TimeUnit;
import site.ycsb.Status;

/**
 * Answers that are to be verified a while after they were read, many at once. Readers wait while
 * too much is due.
 */
final class DueAnswers {
  private static final long BYTES_MAX = 16 << 20;

  /** As long as a killed node may take until it serves again. */
  private static final long PATIENCE_NS = TimeUnit.SECONDS.toNanos(60);

  private final long delayNs;
  private final int batch;

  // All below is guarded by this.
  private final Deque<Due> waiting = new ArrayDeque<>();
  private long bytes;
  private boolean ended;

  private record Due(Answer answer, int bytes, long atNs) {}

  /**
   * @param delayMs from the read until the answer is due
   * @param batch how many are given at once, at most
   */
  DueAnswers(int delayMs, int batch) {
    delayNs = TimeUnit.MILLISECONDS.toNanos(delayMs);
    this.batch = batch;
  }

  /**
   * Adds what was read just now.
   *
   * @throws FailedOperation SERVICE_UNAVAILABLE if nothing is taken for a minute
   */
  synchronized void add(Answer answer) {
    long ends = System.nanoTime() + PATIENCE_NS;
    while (bytes >= BYTES_MAX) {
      long leftNs = ends - System.nanoTime();
      if (leftNs <= 0 || !isWoken(leftNs)) {
        throw new FailedOperation(
            Status.SERVICE_UNAVAILABLE, "the answers that are due are not verified any more");
      }
    }
    int size = answer.bytes();
    waiting.add(new Due(answer, size, System.nanoTime() + delayNs));
    bytes += size;
    notifyAll();
  }

  /**
   * Waits until some are due. At the end all are; an empty list says that none is left, or that the
   * thread was interrupted.
   */
  synchronized List<Answer> take() {
    for (long leftNs = dueInNs(); !ended && leftNs > 0; leftNs = dueInNs()) {
      if (!isWoken(leftNs)) {
        return List.of();
      }
    }
    List<Answer> taken = new ArrayList<>();
    while (!waiting.isEmpty() && taken.size() < batch) {
      Due due = waiting.remove();
      bytes -= due.bytes();
      taken.add(due.answer());
    }
    notifyAll();
    return taken;
  }

  private long dueInNs() {
    return waiting.isEmpty() ? PATIENCE_NS : waiting.peek().atNs() - System.nanoTime();
  }

  /** Waits so long at most; false if the thread is interrupted. */
  private boolean isWoken(long ns) {
    try {
      wait(TimeUnit.NANOSECONDS.toMillis(ns) + 1);
      return true;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  /** No more are added: what is left is due. */
  synchronized void end() {
    ended = true;
    notifyAll();
  }
}
