package io.hybridycsb.ycsb.client;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.LongConsumer;

/**
 * Sends the operations of all threads at a rate, as {@code target} asks for. YCSB's own pacing ends
 * threads that pause for more than 2.1 s, and starts threads at random times. Here each operation
 * of all threads has its own time, and what comes late is caught up with.
 */
final class Pacing {
  /** How soon a pause sees that the run is to end. */
  private static final long LOOK_NS = TimeUnit.MILLISECONDS.toNanos(100);

  private final long perSecond;
  private final boolean spins;
  private final BooleanSupplier isOver;
  private final LongConsumer measuredFrom;

  /**
   * @param perSecond of all threads together; as fast as possible if not above 0
   * @param spins whether threads that wait keep their processors
   * @param isOver whether nothing more is to be sent
   * @param measuredFrom takes the time at which this thread's next operation is due
   */
  Pacing(long perSecond, boolean spins, BooleanSupplier isOver, LongConsumer measuredFrom) {
    this.perSecond = perSecond;
    this.spins = spins;
    this.isOver = isOver;
    this.measuredFrom = measuredFrom;
  }

  /**
   * One thread's part of the rate.
   *
   * @param thread its number, below {@code threads}
   * @param operations how many it sends
   */
  Part part(int thread, int threads, long operations) {
    return new Part(thread, threads, operations);
  }

  /** Of one thread. Operations of all of them take turns. */
  final class Part {
    private final int thread;
    private final int threads;
    private final long operations;
    private long sent;
    private long startNs;

    private Part(int thread, int threads, long operations) {
      this.thread = thread;
      this.threads = threads;
      this.operations = operations;
    }

    /**
     * Waits until the next operation is due, and measures it from then on.
     *
     * @return false if there is none any more
     */
    boolean await() {
      if (perSecond <= 0) {
        return true;
      }
      if (sent == 0) {
        startNs = System.nanoTime();
      }
      long due = due(number());
      if (!sleepUntil(due)) {
        return false;
      }
      measuredFrom.accept(due);
      return true;
    }

    /** Says that it was sent. After the last one the thread stays for as long as it counts for. */
    void sent() {
      long next = number() + 1;
      sent++;
      if (perSecond > 0 && sent == operations) {
        sleepUntil(due(next));
      }
    }

    private long number() {
      return sent * threads + thread;
    }

    private long due(long number) {
      return startNs + (long) (number * (double) TimeUnit.SECONDS.toNanos(1) / perSecond);
    }
  }

  private boolean sleepUntil(long deadline) {
    long left = deadline - System.nanoTime();
    while (left > 0 && !isOver.getAsBoolean()) {
      if (spins) {
        Thread.onSpinWait();
      } else {
        LockSupport.parkNanos(Math.min(left, LOOK_NS));
      }
      left = deadline - System.nanoTime();
    }
    return left <= 0;
  }
}
