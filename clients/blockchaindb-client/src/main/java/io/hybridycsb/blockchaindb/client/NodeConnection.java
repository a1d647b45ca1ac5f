package io.hybridycsb.blockchaindb.client;

import com.google.common.util.concurrent.ListenableFuture;
import io.grpc.Attributes;
import io.grpc.CallOptions;
import io.grpc.ClientStreamTracer;
import io.grpc.ConnectivityState;
import io.grpc.ManagedChannel;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.StatusRuntimeException;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import io.grpc.stub.ClientCalls;
import io.hybridycsb.verification.OnceASecond;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;

/** The connections to one node, used in turn. */
final class NodeConnection implements AutoCloseable {
  private static final long KEEP_ALIVE_S = 10;

  /** How long a node that hasn't answered a read comes after the others. */
  private static final long AILING_NS = TimeUnit.SECONDS.toNanos(5);

  private static final int FLOW_CONTROL_BYTES = 4 << 20;

  private final ClusterFile.Node node;
  private final List<ManagedChannel> channels;
  private final AtomicInteger next = new AtomicInteger();

  private final OnceASecond toConnect = new OnceASecond();

  /** Until when the node isn't asked first, as of {@link System#nanoTime}; null if it answers. */
  private final AtomicReference<Long> ailingUntil = new AtomicReference<>();

  NodeConnection(ClusterFile.Node node, int connections) {
    this.node = node;
    this.channels =
        IntStream.range(0, connections)
            .mapToObj(
                i ->
                    NettyChannelBuilder.forTarget("dns:///" + node.address())
                        .usePlaintext()
                        .keepAliveTime(KEEP_ALIVE_S, TimeUnit.SECONDS)
                        .flowControlWindow(FLOW_CONTROL_BYTES)
                        .maxInboundMessageSize(Methods.MESSAGE_BYTES_MAX)
                        .build())
            .toList();
  }

  String name() {
    return node.name();
  }

  /**
   * Whether the last attempt to connect has failed and none has succeeded since. There is one every
   * second as long as somebody asks; the channels' own pauses grow to two minutes.
   */
  boolean isKnownDead() {
    boolean isDead = channels.get(0).getState(true) == ConnectivityState.TRANSIENT_FAILURE;
    if (isDead && toConnect.isDue()) {
      channels.forEach(ManagedChannel::resetConnectBackoff);
    }
    return isDead;
  }

  /**
   * Whether others are to be asked first, for it can't be reached or hasn't answered lately. From
   * time to time a single caller is told no, and so tries it again.
   */
  boolean isAiling() {
    Long until = ailingUntil.get();
    if (isKnownDead()) {
      return true;
    }
    if (until == null) {
      return false;
    }
    long now = System.nanoTime();
    return now - until < 0 || !ailingUntil.compareAndSet(until, now + AILING_NS);
  }

  void failed() {
    ailingUntil.set(System.nanoTime() + AILING_NS);
  }

  void answered() {
    if (ailingUntil.get() != null) {
      ailingUntil.set(null);
    }
  }

  /**
   * Calls, and waits for the answer.
   *
   * @throws StatusRuntimeException if there is none
   */
  <Q, A> A call(MethodDescriptor<Q, A> method, Q request, long timeoutMs) {
    return call(method, request, timeoutMs, new Sending());
  }

  /** The same, with the call watched. */
  <Q, A> A call(MethodDescriptor<Q, A> method, Q request, long timeoutMs, Sending sending) {
    return ClientCalls.blockingUnaryCall(
        channel(), method, within(timeoutMs).withStreamTracerFactory(sending), request);
  }

  /** Calls without waiting. */
  <Q, A> ListenableFuture<A> callLater(MethodDescriptor<Q, A> method, Q request, long timeoutMs) {
    return ClientCalls.futureUnaryCall(channel().newCall(method, within(timeoutMs)), request);
  }

  private ManagedChannel channel() {
    return channels.get(Math.floorMod(next.getAndIncrement(), channels.size()));
  }

  private static CallOptions within(long timeoutMs) {
    return CallOptions.DEFAULT.withDeadlineAfter(Math.max(1, timeoutMs), TimeUnit.MILLISECONDS);
  }

  @Override
  public void close() {
    channels.forEach(ManagedChannel::shutdownNow);
  }

  /**
   * Watches whether a call is given to a connection. One that isn't no node can have got, however
   * it ends: refused, or out of time while it waited for a connection.
   */
  static final class Sending extends ClientStreamTracer.Factory {
    private volatile boolean begun;

    boolean hasBegun() {
      return begun;
    }

    @Override
    public ClientStreamTracer newClientStreamTracer(
        ClientStreamTracer.StreamInfo info, Metadata headers) {
      return new ClientStreamTracer() {
        @Override
        public void streamCreated(Attributes connection, Metadata headers) {
          begun = true;
        }
      };
    }
  }
}
