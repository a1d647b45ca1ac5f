package io.hybridycsb.ycsb.workload;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** Tells on a thread of its own what has become of what was only accepted. */
final class Teller {
  private static final ExecutorService THREAD =
      Executors.newSingleThreadExecutor(
          task -> {
            Thread thread = new Thread(task, "teller");
            thread.setDaemon(true);
            return thread;
          });

  private Teller() {}

  /** An outcome that is told soon. */
  static <T> CompletableFuture<T> later(T outcome) {
    CompletableFuture<T> told = new CompletableFuture<>();
    THREAD.execute(() -> told.complete(outcome));
    return told;
  }

  /** Waits until all are told. */
  static void finish() throws ExecutionException, InterruptedException {
    THREAD.submit(() -> {}).get();
  }
}
