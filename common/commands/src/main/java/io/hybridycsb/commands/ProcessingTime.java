package io.hybridycsb.commands;

import io.hybridycsb.settings.Property;
import io.hybridycsb.verification.Threads;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The time that a node processes each write before it submits it, as in VLDB'22, section 4.8. It
 * stands for heavy processing: it takes time, and no processor. Writes are processed side by side,
 * and none waits for another. For many threads.
 */
public final class ProcessingTime implements AutoCloseable {
  /** Of a node. */
  public static final Property<Integer> PROPERTY =
      Property.integer(
          "processing.ms", 0, 0, 60_000, "how long each write is processed before it is submitted");

  /** Bytes of writes that are processed at a time, at most. */
  private static final long BYTES_MAX = 64 << 20;

  /** What a write holds beside its bytes: its call, its task, and what answers the client. */
  private static final long BESIDE_BYTES = 1024;

  private final int ms;
  private final ScheduledExecutorService timer;
  private final AtomicLong bytes = new AtomicLong();

  /**
   * @param ms 0: writes are submitted at once
   */
  public ProcessingTime(int ms) {
    this(
        ms, Executors.newSingleThreadScheduledExecutor(work -> Threads.daemon("processing", work)));
  }

  ProcessingTime(int ms, ScheduledExecutorService timer) {
    this.ms = ms;
    this.timer = timer;
  }

  /** How long a write is processed. */
  public int ms() {
    return ms;
  }

  /**
   * Processes a write, and submits it then. Never waits.
   *
   * @param size of the write, in bytes
   * @param submit is called once, and must not wait; by this thread if there is nothing to process
   * @return false if too many are processed, or the node stops: it isn't submitted
   */
  public boolean submitAfter(int size, Runnable submit) {
    if (ms == 0) {
      submit.run();
      return true;
    }
    long held = size + BESIDE_BYTES;
    if (bytes.addAndGet(held) > BYTES_MAX) {
      bytes.addAndGet(-held);
      return false;
    }
    try {
      timer.schedule(
          () -> {
            bytes.addAndGet(-held);
            submit.run();
          },
          ms,
          TimeUnit.MILLISECONDS);
      return true;
    } catch (RejectedExecutionException e) {
      bytes.addAndGet(-held);
      return false;
    }
  }

  /** What is still processed is never submitted. */
  @Override
  public void close() {
    timer.shutdownNow();
  }
}
