package io.hybridycsb.veritas.connection;

import io.hybridycsb.veritas.model.VeritasException;
import io.hybridycsb.veritas.proto.Response;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/** An answer that one thread waits for. */
public final class PendingReply {
  private final Thread waiter = Thread.currentThread();
  private volatile Response response;
  private volatile VeritasException failure;
  private volatile String address = "";
  private volatile Runnable forget = () -> {};

  /**
   * Says that the request is on its way.
   *
   * @param newAddress whose answer this will be
   * @param newForget makes the connection stop waiting for it
   */
  void sent(String newAddress, Runnable newForget) {
    address = newAddress;
    forget = newForget;
  }

  void complete(Response answer) {
    response = answer;
    LockSupport.unpark(waiter);
  }

  public void fail(VeritasException cause) {
    failure = cause;
    LockSupport.unpark(waiter);
  }

  /** The node that will answer; empty as long as the request isn't sent. */
  public String address() {
    return address;
  }

  boolean isDone() {
    return response != null || failure != null;
  }

  /** Whether it is done and the connection has not broken. */
  public boolean isAnswered() {
    return response != null;
  }

  /**
   * The answer, once it is there.
   *
   * @throws VeritasException.Unavailable if the connection broke
   */
  public Response get() {
    if (response != null) {
      return response;
    }
    throw failure;
  }

  /** The answer isn't wanted any more. */
  public void abandon() {
    forget.run();
  }

  /** Waits for the first of several answers; null when none comes in time. */
  public static PendingReply awaitAny(List<PendingReply> replies, long deadlineNanos) {
    while (true) {
      for (PendingReply reply : replies) {
        if (reply.isDone()) {
          return reply;
        }
      }
      long left = deadlineNanos - System.nanoTime();
      if (left <= 0) {
        return null;
      }
      LockSupport.parkNanos(replies, left);
      if (Thread.interrupted()) {
        Thread.currentThread().interrupt();
        throw new VeritasException("interrupted while waiting for an answer");
      }
    }
  }
}
