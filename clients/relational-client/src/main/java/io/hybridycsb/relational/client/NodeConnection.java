package io.hybridycsb.relational.client;

import io.grpc.CallOptions;
import io.grpc.ConnectivityState;
import io.grpc.ManagedChannel;
import io.grpc.MethodDescriptor;
import io.grpc.StatusRuntimeException;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import io.grpc.stub.ClientCalls;
import io.grpc.stub.StreamObserver;
import io.hybridycsb.verification.OnceASecond;
import io.hybridycsb.verification.Threads;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** The connection of all threads to one node. */
final class NodeConnection implements AutoCloseable {
  private static final int WINDOW_BYTES = 8 << 20;

  private static final long CLOSE_SECONDS = 5;

  private final String address;
  private final ManagedChannel channel;

  /** The channel's own pauses between two attempts to connect grow to two minutes. */
  private final OnceASecond toConnect = OnceASecond.dueNow();

  /**
   * @param address HOST:PORT
   */
  NodeConnection(String address) {
    this.address = address;
    int colon = address.lastIndexOf(':');
    channel =
        NettyChannelBuilder.forAddress(
                address.substring(0, colon), Integer.parseInt(address.substring(colon + 1)))
            .usePlaintext()
            .directExecutor()
            .maxInboundMessageSize(Methods.MESSAGE_BYTES_MAX)
            .flowControlWindow(WINDOW_BYTES)
            .build();
  }

  String address() {
    return address;
  }

  /**
   * Calls the node, and waits for its answer.
   *
   * @throws NodeFailure if there is none in time, or it is an error
   */
  <Q, A> A call(MethodDescriptor<Q, A> method, Q request, long timeoutNanos) {
    connectSoon();
    CallOptions options = CallOptions.DEFAULT.withDeadlineAfter(timeoutNanos, TimeUnit.NANOSECONDS);
    try {
      return ClientCalls.blockingUnaryCall(channel, method, options, request);
    } catch (StatusRuntimeException e) {
      throw NodeFailure.of(address, e.getStatus());
    }
  }

  /**
   * Calls the node. The answer fails with its status if there is none in time, or it is an error.
   */
  <Q, A> CompletableFuture<A> callLater(
      MethodDescriptor<Q, A> method, Q request, long timeoutNanos) {
    connectSoon();
    CallOptions options = CallOptions.DEFAULT.withDeadlineAfter(timeoutNanos, TimeUnit.NANOSECONDS);
    CompletableFuture<A> answer = new CompletableFuture<>();
    ClientCalls.asyncUnaryCall(
        channel.newCall(method, options),
        request,
        new StreamObserver<>() {
          @Override
          public void onNext(A value) {
            answer.complete(value);
          }

          @Override
          public void onError(Throwable failure) {
            answer.completeExceptionally(failure);
          }

          @Override
          public void onCompleted() {
            // The answer has come.
          }
        });
    return answer;
  }

  /** Ends the pause before the next attempt to connect, at most once a second. */
  private void connectSoon() {
    if (channel.getState(false) == ConnectivityState.TRANSIENT_FAILURE && toConnect.isDue()) {
      channel.resetConnectBackoff();
    }
  }

  @Override
  public void close() {
    channel.shutdownNow();
    Threads.untilInterrupted(() -> channel.awaitTermination(CLOSE_SECONDS, TimeUnit.SECONDS));
  }
}
