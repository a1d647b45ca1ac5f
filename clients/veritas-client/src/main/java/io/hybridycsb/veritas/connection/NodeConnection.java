package io.hybridycsb.veritas.connection;

import io.grpc.CallOptions;
import io.grpc.ClientCall;
import io.grpc.ConnectivityState;
import io.grpc.ManagedChannel;
import io.grpc.Metadata;
import io.grpc.Status;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import io.hybridycsb.tls.ClientTls;
import io.hybridycsb.tls.TlsFailures;
import io.hybridycsb.tso.client.HostPort;
import io.hybridycsb.verification.OnceASecond;
import io.hybridycsb.verification.Threads;
import io.hybridycsb.veritas.crypto.SigningKey;
import io.hybridycsb.veritas.model.VeritasException;
import io.hybridycsb.veritas.proto.ClientFrame;
import io.hybridycsb.veritas.proto.Request;
import io.hybridycsb.veritas.proto.Response;
import io.hybridycsb.veritas.proto.ServerFrame;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;

/**
 * The connection to one node: one long-lived stream, over which the calls of all threads go,
 * matched by id. A stream that breaks fails the calls that wait on it; the next call opens another.
 */
public final class NodeConnection implements AutoCloseable {
  private static final int CALLS_MAX = 20_000;

  private final String address;
  private final Supplier<Metadata> hello;
  private final ManagedChannel channel;
  private final AtomicLong ids = new AtomicLong();
  private volatile Stream stream;

  /** The channel's own pauses between two attempts to connect grow to two minutes. */
  private final OnceASecond toConnect = OnceASecond.dueNow();

  /** The connection has no TLS, and nothing has been received on it yet. */
  private volatile boolean mayLackTls;

  /**
   * @param name the node's
   * @param address HOST:PORT
   * @param cluster the cluster's name
   * @param key that is shown to the node
   */
  public NodeConnection(
      String name, String address, Optional<ClientTls> tls, String cluster, SigningKey key) {
    Hello ofCluster = new Hello(cluster, name, InstantSource.system());
    hello = () -> ofCluster.by(key);
    this.address = address;
    mayLackTls = tls.isEmpty();
    HostPort node = HostPort.parse(address);
    NettyChannelBuilder builder =
        NettyChannelBuilder.forAddress(node.host(), node.port())
            .directExecutor()
            .maxInboundMessageSize(VeritasMethod.MESSAGE_BYTES_MAX)
            .flowControlWindow(8 << 20);
    ClientTls.secure(builder, tls);
    channel = builder.build();
  }

  public String address() {
    return address;
  }

  /**
   * Sends a request without waiting.
   *
   * @throws VeritasException.Unavailable if the node can't be reached
   */
  public PendingReply send(Request.Builder request) {
    Stream open = openStream();
    PendingReply reply = new PendingReply();
    send(open, request, reply);
    open.requests.flush();
    return reply;
  }

  /** Sends a request on behalf of the thread that waits for {@code reply}; to be flushed later. */
  public void enqueue(Request.Builder request, PendingReply reply) {
    send(openStream(), request, reply);
  }

  /** Sends what was enqueued. */
  public void flush() {
    Stream open = stream;
    if (open != null) {
      open.requests.flush();
    }
  }

  private void send(Stream open, Request.Builder request, PendingReply reply) {
    if (open.waiting.size() >= CALLS_MAX) {
      throw new VeritasException.Unavailable(
          CALLS_MAX + " calls are waiting on " + address + ", the most allowed");
    }
    long id = ids.incrementAndGet();
    open.waiting.put(id, reply);
    VeritasException.Unavailable failure = open.failure;
    if (failure != null) {
      open.waiting.remove(id);
      throw failure;
    }
    reply.sent(address, () -> open.waiting.remove(id));
    open.requests.add(request.setId(id).build());
  }

  /** Whether the last attempt to connect failed and the next one is yet to come. */
  public boolean isDown() {
    return channel.getState(false) == ConnectivityState.TRANSIENT_FAILURE;
  }

  private Stream openStream() {
    Stream open = stream;
    if (open != null && open.failure == null) {
      return open;
    }
    synchronized (this) {
      if (stream == null || stream.failure != null) {
        connectSoon();
        stream = new Stream();
      }
      return stream;
    }
  }

  /** Ends the pause before the next attempt to connect, at most once a second. */
  public void connectSoon() {
    if (isDown() && toConnect.isDue()) {
      channel.resetConnectBackoff();
    }
  }

  @Override
  public void close() {
    channel.shutdownNow();
    Threads.untilInterrupted(() -> channel.awaitTermination(5, TimeUnit.SECONDS));
  }

  private final class Stream extends ClientCall.Listener<ServerFrame> {
    private final ClientCall<ClientFrame, ServerFrame> call =
        channel.newCall(VeritasMethod.CONNECT, CallOptions.DEFAULT);
    private final Map<Long, PendingReply> waiting = new ConcurrentHashMap<>();
    private final FrameQueue<Request> requests =
        new FrameQueue<>(
            frame -> call.sendMessage(ClientFrame.newBuilder().addAllRequests(frame).build()));

    /** Why the stream can't be used any more; null as long as it can. */
    private volatile VeritasException.Unavailable failure;

    Stream() {
      call.start(this, hello.get());
      call.request(2);
    }

    @Override
    public void onMessage(ServerFrame frame) {
      mayLackTls = false;
      for (Response response : frame.getResponsesList()) {
        PendingReply reply = waiting.remove(response.getId());
        if (reply != null) {
          reply.complete(response);
        }
      }
      call.request(1);
    }

    @Override
    public void onClose(Status status, Metadata trailers) {
      VeritasException.Unavailable why =
          new VeritasException.Unavailable(
              "no connection to " + address + ": " + TlsFailures.reason(status, mayLackTls));
      failure = why;
      waiting.values().forEach(reply -> reply.fail(why));
      waiting.clear();
    }
  }
}
