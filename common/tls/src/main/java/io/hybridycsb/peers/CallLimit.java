package io.hybridycsb.peers;

import io.grpc.ForwardingServerCallListener.SimpleForwardingServerCallListener;
import io.grpc.Metadata;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerInterceptor;
import io.grpc.Status;
import java.util.concurrent.Semaphore;

/**
 * Refuses unary calls while there are too many. A call counts once its request is whole, which its
 * sender has to say: until then the message itself waits.
 */
public final class CallLimit implements ServerInterceptor {
  private final Semaphore free;
  private final String name;

  /**
   * @param name what the limit is called; refused clients are told so
   */
  public CallLimit(int callsMax, String name) {
    free = new Semaphore(callsMax);
    this.name = name;
  }

  @Override
  public <Q, R> ServerCall.Listener<Q> interceptCall(
      ServerCall<Q, R> call, Metadata headers, ServerCallHandler<Q, R> next) {
    PeerStream stream = PeerStream.current();
    stream.setUnary();
    return new Counted<>(call, stream, next.startCall(call, headers));
  }

  /** Of every call, exactly one of the last two comes. */
  private final class Counted<Q> extends SimpleForwardingServerCallListener<Q> {
    private final ServerCall<Q, ?> call;
    private final PeerStream stream;
    private boolean isCounted;

    Counted(ServerCall<Q, ?> call, PeerStream stream, ServerCall.Listener<Q> listener) {
      super(listener);
      this.call = call;
      this.stream = stream;
    }

    @Override
    public void onHalfClose() {
      stream.requestIsWhole();
      isCounted = free.tryAcquire();
      if (isCounted) {
        super.onHalfClose();
      } else {
        call.close(
            Status.RESOURCE_EXHAUSTED.withDescription(
                "too many calls are unanswered here (" + name + "); try again later"),
            new Metadata());
      }
    }

    @Override
    public void onComplete() {
      release();
      super.onComplete();
    }

    @Override
    public void onCancel() {
      release();
      super.onCancel();
    }

    private void release() {
      if (isCounted) {
        free.release();
      }
    }
  }
}
