package io.hybridycsb.ycsb.workload.verified;

import io.hybridycsb.ycsb.outcome.FailedOperation;
import io.hybridycsb.ycsb.support.Proofs;
import io.hybridycsb.ycsb.workload.transactions.Bindings;
import java.util.Properties;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import site.ycsb.DB;
import site.ycsb.DBException;
import site.ycsb.Status;

/** A thread beside those of YCSB, with a binding of its own. It begins before the run. */
final class Beside {
  private static final long BEGIN_SECONDS = 60;

  private final Thread thread;
  private final CountDownLatch begun = new CountDownLatch(1);
  private volatile FailedOperation failure;

  /**
   * @param properties YCSB's
   * @param work ends when there is nothing left to do
   */
  private Beside(String name, Properties properties, Consumer<Proofs> work) {
    thread = new Thread(() -> run(properties, work), name);
    thread.setDaemon(true);
  }

  /**
   * Starts one, and waits until its binding has begun.
   *
   * @throws FailedOperation if that fails
   */
  static Beside start(String name, Properties properties, Consumer<Proofs> work) {
    Beside beside = new Beside(name, properties, work);
    beside.thread.start();
    try {
      if (!beside.begun.await(BEGIN_SECONDS, TimeUnit.SECONDS)) {
        throw new FailedOperation(
            Status.ERROR, "the binding of thread %s has not begun in time".formatted(name));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new FailedOperation(Status.ERROR, "interrupted");
    }
    if (beside.failure != null) {
      throw beside.failure;
    }
    return beside;
  }

  private void run(Properties properties, Consumer<Proofs> work) {
    DB binding;
    Proofs proofs;
    try {
      binding = Bindings.begin(properties);
      proofs = Proofs.ofThread();
    } catch (FailedOperation e) {
      failure = e;
      begun.countDown();
      return;
    }
    begun.countDown();
    work.accept(proofs);
    try {
      binding.cleanup();
    } catch (DBException e) {
      // Bindings of ours tell by themselves what is wrong at the end.
      throw new IllegalStateException(e);
    }
  }

  /** Lets it end what it does. */
  void interrupt() {
    thread.interrupt();
  }

  /** Waits so long; false if it goes on. */
  boolean hasEnded(long ms) {
    try {
      thread.join(Math.max(1, ms));
      return !thread.isAlive();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }
}
