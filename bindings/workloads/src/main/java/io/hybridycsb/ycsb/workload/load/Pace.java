package io.hybridycsb.ycsb.workload.load;

import java.io.PrintStream;
import java.util.Properties;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import site.ycsb.Client;
import site.ycsb.measurements.Measurements;

/**
 * Has operations of any number of threads wait until they are due. The first that asks begins the
 * time. YCSB then measures intended latencies from when an operation was due.
 */
final class Pace {
  /** So late an operation isn't offered when it should be. */
  private static final double LATE_SECONDS = 1;

  private static final double NANOS = 1e9;
  private static final long LOOK_MS = 50;

  /** Centuries, which added to the clock's time don't overflow. */
  private static final double FAR_NANOS = Long.MAX_VALUE / 4.0;

  private final Offered offered = new Offered();
  private final CountDownLatch ended = new CountDownLatch(1);
  private final AtomicLong endNanos = new AtomicLong();
  private final Measurements measurements = Measurements.getMeasurements();
  private boolean begun;
  private long startNanos;
  private long startMs;

  /** Threads end with the pace. YCSB, which starts none for 0 operations, reads it after init. */
  static void withoutEnd(Properties ycsb) {
    ycsb.setProperty(Client.OPERATION_COUNT_PROPERTY, Integer.toString(Integer.MAX_VALUE));
  }

  /** Ends it as soon as a condition holds, which is looked at all the time. */
  void endWhen(BooleanSupplier condition) {
    Thread thread =
        new Thread(
            () -> {
              try {
                while (!condition.getAsBoolean() && !ended.await(LOOK_MS, TimeUnit.MILLISECONDS)) {
                  // The next look.
                }
              } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
              }
              end();
            },
            "end of the pace");
    thread.setDaemon(true);
    thread.start();
  }

  /** Lets all that wait go; they do nothing more. */
  void end() {
    endNanos.compareAndSet(0, System.nanoTime());
    ended.countDown();
  }

  /**
   * Waits until an operation is due.
   *
   * @param second since the start; infinite: never
   * @return whether it is to be sent; not after the end
   */
  boolean await(double second) {
    return await(second, () -> {});
  }

  /**
   * Waits until an operation is due, and then for what it needs beside the time: it is late if that
   * comes late.
   *
   * @return as {@link #await(double)}
   */
  boolean await(double second, Runnable needed) {
    long start = start();
    long due = start + (long) Math.min(FAR_NANOS, second * NANOS);
    try {
      boolean isOver = ended.await(due - System.nanoTime(), TimeUnit.NANOSECONDS);
      if (!isOver) {
        needed.run();
        isOver = ended.await(0, TimeUnit.NANOSECONDS);
      }
      if (isOver) {
        if (due < endNanos.get()) {
          offered.add(second, true);
        }
        return false;
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
    offered.add(second, (System.nanoTime() - due) / NANOS > LATE_SECONDS);
    measurements.setIntendedStartTimeNs(due);
    return true;
  }

  private synchronized long start() {
    if (!begun) {
      begun = true;
      startNanos = System.nanoTime();
      startMs = System.currentTimeMillis();
    }
    return startNanos;
  }

  /** Counts an operation that was due, but not sent before the end. */
  void missed(double second) {
    offered.add(second, true);
  }

  /** The second of the end; of now, if it hasn't ended. */
  double endSecond() {
    long end = endNanos.get() == 0 ? System.nanoTime() : endNanos.get();
    return (end - start()) / NANOS;
  }

  /** Prints what was due and what was late. */
  void print(PrintStream out) {
    start();
    offered.print(startMs, out);
  }
}
