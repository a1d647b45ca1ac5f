package io.hybridycsb.veritas.core.call;

import java.util.concurrent.TimeUnit;

/** Work that one thread does step by step, until it is interrupted. */
public interface SteppedWork extends Runnable {
  /**
   * Does the next step.
   *
   * @param waitNanos how long to wait for something to do
   */
  void step(long waitNanos) throws InterruptedException;

  /** How long a step waits for something to do. */
  default long waitNanos() {
    return TimeUnit.MILLISECONDS.toNanos(50);
  }

  @Override
  default void run() {
    try {
      while (!Thread.currentThread().isInterrupted()) {
        step(waitNanos());
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
