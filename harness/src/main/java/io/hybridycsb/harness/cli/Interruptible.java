package io.hybridycsb.harness.cli;

import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;

/** Lets Ctrl-C end work the orderly way: the work is interrupted, and may stop what it started. */
final class Interruptible {
  private static final long CLEANUP_MAX_MS = TimeUnit.SECONDS.toMillis(60);

  private Interruptible() {}

  static <T> T run(Callable<T> work) throws Exception {
    Thread worker = Thread.currentThread();
    Thread hook =
        new Thread(
            () -> {
              worker.interrupt();
              try {
                worker.join(CLEANUP_MAX_MS);
              } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
              }
            },
            "ctrl-c");
    Runtime.getRuntime().addShutdownHook(hook);
    try {
      return work.call();
    } finally {
      removeUnlessRunning(hook);
    }
  }

  private static void removeUnlessRunning(Thread hook) {
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException e) {
      // The JVM is already going down: then the hook is what runs now, and waits for us.
      return;
    }
  }
}
