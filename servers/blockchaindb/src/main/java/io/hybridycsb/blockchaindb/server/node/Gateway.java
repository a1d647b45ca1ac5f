package io.hybridycsb.blockchaindb.server.node;

import io.grpc.ServerServiceDefinition;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.netty.shaded.io.grpc.netty.NettyServerBuilder;
import io.grpc.netty.shaded.io.netty.util.concurrent.DefaultThreadFactory;
import io.grpc.stub.ServerCallStreamObserver;
import io.grpc.stub.ServerCalls;
import io.grpc.stub.StreamObserver;
import io.hybridycsb.blockchaindb.client.Methods;
import io.hybridycsb.blockchaindb.proto.BlockReply;
import io.hybridycsb.blockchaindb.proto.BlockRequest;
import io.hybridycsb.blockchaindb.proto.GetReply;
import io.hybridycsb.blockchaindb.proto.GetRequest;
import io.hybridycsb.blockchaindb.proto.ScanReply;
import io.hybridycsb.blockchaindb.proto.ScanRequest;
import io.hybridycsb.blockchaindb.proto.WriteReply;
import io.hybridycsb.blockchaindb.proto.WriteRequest;
import io.hybridycsb.commands.ProcessingTime;
import io.hybridycsb.ethereum.rpc.EthRpc.RpcFailure;
import io.hybridycsb.ethereum.rpc.EthRpc.Unreachable;
import io.hybridycsb.peers.CallLimit;
import io.hybridycsb.peers.PeerBounds;
import io.hybridycsb.peers.PeerPort;
import io.hybridycsb.peers.PeerStream;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Carries calls between clients and the node. Answers from memory are given at once, on the
 * connection's thread. Reads that wait for a block run on a bounded number of other threads, and
 * calls that ask a chain's client on as many more: these need no block to come. Clients show no
 * keys, so those who want more than there is give way to others.
 */
public final class Gateway implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Gateway.class);
  private static final int WAITING_MAX = 256;

  /** Threads of reads that have given way and are about to end. */
  private static final int LEAVING_MAX = 64;

  private static final int CONNECTIONS_MAX = 1_024;

  /** Calls of all connections whose requests are whole, and streams whose aren't. */
  private static final int CALLS_MAX = 10_000;

  /** The limit for a read that waits for a block, whatever its caller says: it holds a thread. */
  private static final long READ_WAIT_MS = 60_000;

  private static final int FLOW_CONTROL_BYTES = 4 << 20;

  private final Node node;
  private final ProcessingTime processing;
  private final WaitingReads waiting = new WaitingReads(WAITING_MAX);
  private final ExecutorService reads = threads("read", WAITING_MAX + LEAVING_MAX);
  private final ExecutorService chainCalls = threads("call", WAITING_MAX);
  private final PeerPort port;

  /** An answer that must be waited for. */
  private interface Answer<A> {
    A get() throws RpcFailure, InterruptedException;
  }

  /**
   * Starts to listen.
   *
   * @param processing of writes, before the node gets them
   * @throws IOException if the address can't be listened on
   */
  public Gateway(Node node, ProcessingTime processing, InetSocketAddress listen)
      throws IOException {
    this(
        node,
        processing,
        listen,
        CONNECTIONS_MAX,
        PeerBounds.Bytes.ofStrangers(Methods.MESSAGE_BYTES_MAX),
        PeerBounds.Times.DEFAULT);
  }

  /**
   * @param unfinished bytes of messages that are not whole yet
   */
  Gateway(
      Node node,
      ProcessingTime processing,
      InetSocketAddress listen,
      int connectionsMax,
      PeerBounds.Bytes unfinished,
      PeerBounds.Times times)
      throws IOException {
    this.node = node;
    this.processing = processing;
    NettyServerBuilder builder =
        NettyServerBuilder.forAddress(listen)
            .directExecutor()
            .maxInboundMessageSize(Methods.MESSAGE_BYTES_MAX)
            .flowControlWindow(FLOW_CONTROL_BYTES)
            .permitKeepAliveTime(1, TimeUnit.SECONDS)
            .maxConcurrentCallsPerConnection(CALLS_MAX)
            .intercept(new CallLimit(CALLS_MAX, "at most " + CALLS_MAX))
            .addService(
                ServerServiceDefinition.builder(Methods.SERVICE)
                    .addMethod(Methods.WRITE, ServerCalls.asyncUnaryCall(this::write))
                    .addMethod(Methods.GET, ServerCalls.asyncUnaryCall(this::get))
                    .addMethod(
                        Methods.OUTCOME,
                        ServerCalls.asyncUnaryCall(
                            (q, a) -> later(chainCalls, a, () -> node.outcome(q))))
                    .addMethod(
                        Methods.PROOF,
                        ServerCalls.asyncUnaryCall(
                            (q, a) -> later(chainCalls, a, () -> node.proof(q))))
                    .addMethod(Methods.SCAN, ServerCalls.asyncUnaryCall(this::scan))
                    .addMethod(Methods.BLOCK, ServerCalls.asyncUnaryCall(this::block))
                    .build());
    port =
        new PeerPort(
            builder,
            Optional.empty(),
            new PeerBounds(
                PeerBounds.Connections.ofStrangers(connectionsMax, CALLS_MAX), unfinished, times));
  }

  private static ExecutorService threads(String name, int max) {
    return new ThreadPoolExecutor(
        0,
        max,
        10,
        TimeUnit.SECONDS,
        new SynchronousQueue<>(),
        new DefaultThreadFactory(name, true));
  }

  /** Where it listens. */
  int port() {
    return port.number();
  }

  private void write(WriteRequest request, StreamObserver<WriteReply> out) {
    // A client that has gone needs no answer; its write goes on.
    ((ServerCallStreamObserver<WriteReply>) out).setOnCancelHandler(() -> {});
    if (!processing.submitAfter(request.getSerializedSize(), () -> submit(request, out))) {
      out.onError(
          Status.RESOURCE_EXHAUSTED
              .withDescription("as many writes are processed here as may (processing.ms)")
              .asRuntimeException());
    }
  }

  private void submit(WriteRequest request, StreamObserver<WriteReply> out) {
    try {
      node.write(request).thenAccept(reply -> end(out, reply));
    } catch (IllegalArgumentException e) {
      out.onError(wrong(e));
    }
  }

  /** What is in memory is answered at once. */
  private void block(BlockRequest request, StreamObserver<BlockReply> out) {
    try {
      Optional<BlockReply> known = node.blockInMemory(request);
      if (known.isPresent()) {
        end(out, known.get());
      } else {
        later(chainCalls, out, () -> node.block(request));
      }
    } catch (IllegalArgumentException e) {
      out.onError(wrong(e));
    }
  }

  private void get(GetRequest request, StreamObserver<GetReply> out) {
    long arrived = System.nanoTime();
    whenSettled(
        out,
        () -> node.isSettled(request),
        () -> node.follows(request),
        () -> node.timed(arrived, () -> node.get(request)));
  }

  private void scan(ScanRequest request, StreamObserver<ScanReply> out) {
    long arrived = System.nanoTime();
    whenSettled(
        out,
        () -> node.isSettled(request),
        () -> node.follows(request),
        () -> node.timed(arrived, () -> node.scan(request)));
  }

  /** Waits only while what is waited for may come: not while the chain's client is away. */
  private <A> void whenSettled(
      StreamObserver<A> out, BooleanSupplier settled, BooleanSupplier follows, Answer<A> answer) {
    try {
      if (settled.getAsBoolean()) {
        now(out, answer);
        return;
      }
    } catch (IllegalArgumentException e) {
      out.onError(wrong(e));
      return;
    }
    ServerCallStreamObserver<A> call = (ServerCallStreamObserver<A>) out;
    WaitingReads.Place place = waiting.new Place(PeerStream.current().host());
    boolean waits =
        later(
            reads,
            out,
            () -> {
              try (place) {
                BooleanSupplier inVain =
                    () -> call.isCancelled() || place.isLost() || !follows.getAsBoolean();
                if (!Node.await(settled, inVain, READ_WAIT_MS)) {
                  throw new Unreachable("no block came in time that the read waits for");
                }
                if (place.isLost()) {
                  throw tooManyWait();
                }
                if (!settled.getAsBoolean()) {
                  throw Node.notFollowing();
                }
              }
              return answer.get();
            });
    if (waits) {
      place.take();
    }
  }

  private static <A> void now(StreamObserver<A> out, Answer<A> answer) {
    try {
      end(out, answer.get());
    } catch (IllegalArgumentException e) {
      out.onError(wrong(e));
    } catch (RpcFailure e) {
      out.onError(chain(e));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      out.onError(Status.UNAVAILABLE.withDescription("the node stops").asRuntimeException());
    } catch (StatusRuntimeException e) {
      out.onError(e);
    } catch (RuntimeException e) {
      LOG.error("a call failed", e);
      out.onError(Status.INTERNAL.withDescription(e.toString()).asRuntimeException());
    }
  }

  /** Returns false if too many wait; the caller of the call is told so. */
  private static <A> boolean later(
      ExecutorService threads, StreamObserver<A> out, Answer<A> answer) {
    ((ServerCallStreamObserver<A>) out).setOnCancelHandler(() -> {});
    try {
      threads.execute(() -> now(out, answer));
      return true;
    } catch (RejectedExecutionException e) {
      out.onError(tooManyWait());
      return false;
    }
  }

  private static StatusRuntimeException tooManyWait() {
    return Status.RESOURCE_EXHAUSTED
        .withDescription(WAITING_MAX + " calls wait already, the most allowed")
        .asRuntimeException();
  }

  private static RuntimeException wrong(IllegalArgumentException e) {
    return Status.INVALID_ARGUMENT.withDescription(e.getMessage()).asRuntimeException();
  }

  private static RuntimeException chain(Exception e) {
    return Status.FAILED_PRECONDITION
        .withDescription("the chain's client: " + e.getMessage())
        .asRuntimeException();
  }

  private static <A> void end(StreamObserver<A> out, A reply) {
    if (out instanceof ServerCallStreamObserver<A> call && call.isCancelled()) {
      return;
    }
    out.onNext(reply);
    out.onCompleted();
  }

  @Override
  public void close() {
    reads.shutdownNow();
    chainCalls.shutdownNow();
    port.close();
  }
}
