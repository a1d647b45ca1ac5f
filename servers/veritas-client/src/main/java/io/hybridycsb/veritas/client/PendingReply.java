package io.hybridycsb.veritas.client;

import io.hybridycsb.veritas.proto.Response;
import java.util.concurrent.locks.LockSupport;

/** An answer that one thread waits for. */
final class PendingReply {
  private final Thread waiter = Thread.currentThread();
  private volatile Response response;
  private volatile VeritasException failure;

  void complete(Response answer) {
    response = answer;
    LockSupport.unpark(waiter);
  }

  void fail(VeritasException cause) {
    failure = cause;
    LockSupport.unpark(waiter);
  }

  /**
   * Waits for the answer; null when it doesn't come in time.
   *
   * @throws VeritasException.Unavailable if the connection broke
   */
  Response await(long deadlineNanos) {
    while (response == null && failure == null) {
      long left = deadlineNanos - System.nanoTime();
      if (left <= 0) {
        return null;
      }
      LockSupport.parkNanos(this, left);
      if (Thread.interrupted()) {
        Thread.currentThread().interrupt();
        throw new VeritasException("interrupted while waiting for an answer");
      }
    }
    if (response != null) {
      return response;
    }
    throw failure;
  }
}
