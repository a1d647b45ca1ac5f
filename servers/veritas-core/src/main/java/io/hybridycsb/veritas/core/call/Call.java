package io.hybridycsb.veritas.core.call;

import io.hybridycsb.veritas.proto.Failure;
import io.hybridycsb.veritas.proto.Request;
import io.hybridycsb.veritas.proto.Response;

/**
 * A client's request and the connection that waits for its answer.
 *
 * @param bytes what it takes in memory until it is answered
 * @param arrivedNanos on the clock of {@link System#nanoTime}, as {@code deadlineNanos}
 */
public record Call(
    ClientConnection connection,
    Request request,
    long bytes,
    long arrivedNanos,
    long deadlineNanos) {

  public boolean isExpired(long nowNanos) {
    return nowNanos - deadlineNanos >= 0;
  }

  public Response.Builder answer() {
    return Response.newBuilder().setId(request.getId());
  }

  public void reply(Response.Builder response) {
    connection.enqueue(this, response.build());
    connection.flush();
  }

  public void fail(Failure.Code code, String message) {
    reply(failure(code, message));
  }

  public Response.Builder failure(Failure.Code code, String message) {
    return answer().setFailure(Failure.newBuilder().setCode(code).setMessage(message));
  }
}
