package io.hybridycsb.ycsb.etcd;

import io.grpc.Status;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Waits for answers.
 *
 * @param timeoutMs for each
 */
record Calls(int timeoutMs) {

  /**
   * The answer.
   *
   * @throws CallFailed if there is none in time, or it is an error
   */
  <T> T await(CompletableFuture<T> call) {
    try {
      return call.get(timeoutMs, TimeUnit.MILLISECONDS);
    } catch (ExecutionException e) {
      throw new CallFailed(Status.fromThrowable(e.getCause()));
    } catch (TimeoutException e) {
      call.cancel(true);
      throw new CallFailed(Status.DEADLINE_EXCEEDED);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new CallFailed(Status.CANCELLED.withDescription("interrupted"));
    }
  }
}
