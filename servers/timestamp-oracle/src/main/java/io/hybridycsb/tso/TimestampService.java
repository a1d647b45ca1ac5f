package io.hybridycsb.tso;

import io.grpc.ServerServiceDefinition;
import io.grpc.Status;
import io.grpc.stub.ServerCallStreamObserver;
import io.grpc.stub.ServerCalls;
import io.grpc.stub.StreamObserver;
import io.hybridycsb.peers.PeerStream;
import io.hybridycsb.tso.client.AllocateMethod;
import io.hybridycsb.tso.proto.AllocateReply;
import io.hybridycsb.tso.proto.AllocateRequest;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Serves {@code Allocate}. Each stream has one request in work at a time: the next is read when the
 * last was answered. A connection that doesn't keep up with reading is closed, so nothing piles up
 * here; clients wait for each answer before they ask again.
 */
final class TimestampService {
  private final TimestampAllocator allocator;
  private final AtomicInteger openStreams = new AtomicInteger();

  TimestampService(TimestampAllocator allocator) {
    this.allocator = allocator;
  }

  int openStreams() {
    return openStreams.get();
  }

  ServerServiceDefinition definition() {
    return ServerServiceDefinition.builder(AllocateMethod.SERVICE)
        .addMethod(AllocateMethod.DESCRIPTOR, ServerCalls.asyncBidiStreamingCall(this::open))
        .build();
  }

  private StreamObserver<AllocateRequest> open(StreamObserver<AllocateReply> replies) {
    Stream stream = new Stream((ServerCallStreamObserver<AllocateReply>) replies);
    stream.start();
    return stream;
  }

  private final class Stream implements StreamObserver<AllocateRequest> {
    private final ServerCallStreamObserver<AllocateReply> replies;
    private final AtomicBoolean counted = new AtomicBoolean(true);
    private final AtomicBoolean ended = new AtomicBoolean();
    private final PeerStream peer = PeerStream.current();

    Stream(ServerCallStreamObserver<AllocateReply> replies) {
      this.replies = replies;
    }

    void start() {
      replies.disableAutoRequest();
      replies.setOnCancelHandler(this::closed);
      replies.setOnCloseHandler(this::closed);
      openStreams.incrementAndGet();
      replies.request(1);
    }

    @Override
    public void onNext(AllocateRequest request) {
      if (ended.get()) {
        replies.request(1);
        return;
      }
      try {
        allocator
            .allocate(request.getCount())
            .whenComplete((first, problem) -> answer(request, first, problem));
      } catch (IllegalArgumentException e) {
        fail(Status.INVALID_ARGUMENT.withDescription(e.getMessage()));
      }
    }

    private void answer(AllocateRequest request, Long first, Throwable problem) {
      if (ended.get()) {
        return;
      }
      if (problem != null) {
        fail(Status.UNAVAILABLE.withDescription(problem.getMessage()));
        return;
      }
      replies.onNext(
          AllocateReply.newBuilder()
              .setId(request.getId())
              .setFirst(first)
              .setCount(request.getCount())
              .build());
      if (replies.isReady()) {
        replies.request(1);
      } else if (!replies.isCancelled()) {
        peer.end("it doesn't read its answers");
      }
    }

    private void fail(Status status) {
      if (ended.compareAndSet(false, true)) {
        replies.onError(status.asRuntimeException());
        // What comes yet is read and dropped: unread, it might take many times its bytes.
        replies.request(1);
      }
    }

    private void closed() {
      ended.set(true);
      if (counted.compareAndSet(true, false)) {
        openStreams.decrementAndGet();
      }
    }

    @Override
    public void onError(Throwable t) {
      closed();
    }

    @Override
    public void onCompleted() {
      if (ended.compareAndSet(false, true)) {
        replies.onCompleted();
      }
    }
  }
}
