package io.hybridycsb.harness.cli.terminal;

import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Turns Ctrl-C into an interrupt of the work, which can then stop what it started. */
public final class Interruptible {
  private static final long CLEANUP_MAX_SECONDS = 60;

  private Interruptible() {}

  public static <T> T run(Callable<T> work) throws Exception {
    CountDownLatch ended = new CountDownLatch(1);
    Thread hook = new Thread(interruptAndAwait(Thread.currentThread(), ended), "ctrl-c");
    Runtime.getRuntime().addShutdownHook(hook);
    try {
      return work.call();
    } finally {
      removeUnlessRunning(hook);
      ended.countDown();
    }
  }

  private static Runnable interruptAndAwait(Thread worker, CountDownLatch ended) {
    return () -> {
      worker.interrupt();
      try {
        if (!ended.await(CLEANUP_MAX_SECONDS, TimeUnit.SECONDS)) {
          System.err.println("hybrid: interrupted before all was stopped; see 'hybrid status'");
        }
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    };
  }

  private static void removeUnlessRunning(Thread hook) {
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException e) {
      // The JVM is already shutting down, and the hook waits for this thread.
      return;
    }
  }
}
