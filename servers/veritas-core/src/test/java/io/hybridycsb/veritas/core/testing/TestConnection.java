package io.hybridycsb.veritas.core.testing;

import static org.assertj.core.api.Assertions.assertThat;

import io.hybridycsb.veritas.core.call.Call;
import io.hybridycsb.veritas.core.call.ClientConnection;
import io.hybridycsb.veritas.proto.CommitRequest;
import io.hybridycsb.veritas.proto.Request;
import io.hybridycsb.veritas.proto.Response;
import io.hybridycsb.veritas.proto.Transaction;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** A client's connection that keeps what it is answered, and makes calls. */
public final class TestConnection implements ClientConnection {
  private final List<Response> responses = new CopyOnWriteArrayList<>();
  private final BlockingQueue<Response> unread = new LinkedBlockingQueue<>();
  private long lastId;

  @Override
  public void enqueue(Call answered, Response response) {
    responses.add(response);
    unread.add(response);
  }

  @Override
  public boolean takesAnswers() {
    return true;
  }

  /** The next answer, when it comes. */
  public Response next() throws InterruptedException {
    Response next = unread.poll(30, TimeUnit.SECONDS);
    assertThat(next).as("answer").isNotNull();
    return next;
  }

  @Override
  public void flush() {}

  public List<Response> responses() {
    return responses;
  }

  public Call call(Request.Builder request) {
    return call(request, System.nanoTime() + TimeUnit.MINUTES.toNanos(5));
  }

  public Call call(Request.Builder request, long deadlineNanos) {
    return new Call(this, request.setId(++lastId).build(), 0, System.nanoTime(), deadlineNanos);
  }

  public Call commit(Transaction transaction) {
    return call(commitRequest(transaction));
  }

  public static Request.Builder commitRequest(Transaction transaction) {
    return Request.newBuilder().setCommit(CommitRequest.newBuilder().setTransaction(transaction));
  }
}
