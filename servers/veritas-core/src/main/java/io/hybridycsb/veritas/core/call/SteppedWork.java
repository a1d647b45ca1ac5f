package io.hybridycsb.veritas.core.call;

/** Work that one thread does step by step, until it is interrupted. */
public interface SteppedWork extends Runnable {
  /** Does the next step, and waits for something to do if need be. */
  void step() throws InterruptedException;

  @Override
  default void run() {
    try {
      while (!Thread.currentThread().isInterrupted()) {
        step();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
