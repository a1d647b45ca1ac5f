package io.hybridycsb.relational.node;

import io.grpc.ForwardingServerCallListener.SimpleForwardingServerCallListener;
import io.grpc.Metadata;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerInterceptor;
import io.grpc.Status;
import java.util.concurrent.Semaphore;

/** Refuses calls while there are too many. */
final class CallLimit implements ServerInterceptor {
  private final Semaphore free;

  CallLimit(int callsMax) {
    free = new Semaphore(callsMax);
  }

  @Override
  public <Q, R> ServerCall.Listener<Q> interceptCall(
      ServerCall<Q, R> call, Metadata headers, ServerCallHandler<Q, R> next) {
    if (!free.tryAcquire()) {
      call.close(
          Status.RESOURCE_EXHAUSTED.withDescription(
              "too many calls are unanswered here (client.calls.max); try again later"),
          new Metadata());
      return new ServerCall.Listener<>() {};
    }
    try {
      return new Counted<>(next.startCall(call, headers));
    } catch (RuntimeException | Error e) {
      free.release();
      throw e;
    }
  }

  /** Of every call, exactly one of both ends comes. */
  private final class Counted<Q> extends SimpleForwardingServerCallListener<Q> {
    Counted(ServerCall.Listener<Q> listener) {
      super(listener);
    }

    @Override
    public void onComplete() {
      free.release();
      super.onComplete();
    }

    @Override
    public void onCancel() {
      free.release();
      super.onCancel();
    }
  }
}
