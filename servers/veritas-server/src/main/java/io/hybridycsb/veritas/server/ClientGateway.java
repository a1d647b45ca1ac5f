package io.hybridycsb.veritas.server;

import io.grpc.Metadata;
import io.grpc.Server;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerMethodDefinition;
import io.grpc.ServerServiceDefinition;
import io.grpc.Status;
import io.grpc.netty.shaded.io.grpc.netty.NettyServerBuilder;
import io.hybridycsb.tls.ServerTls;
import io.hybridycsb.veritas.client.FrameQueue;
import io.hybridycsb.veritas.client.VeritasMethod;
import io.hybridycsb.veritas.core.call.Call;
import io.hybridycsb.veritas.core.call.ClientConnection;
import io.hybridycsb.veritas.core.node.Node;
import io.hybridycsb.veritas.proto.ClientFrame;
import io.hybridycsb.veritas.proto.Failure;
import io.hybridycsb.veritas.proto.Request;
import io.hybridycsb.veritas.proto.Response;
import io.hybridycsb.veritas.proto.ServerFrame;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Carries calls between clients' connections and the node. A connection is read on only as fast as
 * the node takes its calls and the client takes its answers.
 */
final class ClientGateway implements AutoCloseable {
  static final int CONNECTIONS_MAX = 1024;
  private static final int TIMEOUT_MS_MAX = 600_000;
  private static final int FLOW_CONTROL_BYTES = 8 << 20;

  private final Node node;
  private final int connectionsMax;
  private final int callsMax;
  private final AtomicInteger connections = new AtomicInteger();
  private final Optional<TlsTransport> transport;
  private final Server server;

  /**
   * The port that clients connect to.
   *
   * @param tls for its connections; empty: plain ones
   * @param connectionsMax clients that may be connected at a time
   * @param callsMax calls of one client that may be unanswered at a time; more are refused
   */
  record Port(
      InetSocketAddress listen, Optional<ServerTls> tls, int connectionsMax, int callsMax) {}

  /**
   * Starts to listen.
   *
   * @throws IOException if the address can't be listened on
   */
  ClientGateway(Node node, Port port) throws IOException {
    this.node = node;
    connectionsMax = port.connectionsMax();
    callsMax = port.callsMax();
    ServerCallHandler<ClientFrame, ServerFrame> handler = (call, headers) -> connect(call);
    NettyServerBuilder builder =
        NettyServerBuilder.forAddress(port.listen())
            .directExecutor()
            .maxInboundMessageSize(VeritasMethod.MESSAGE_BYTES_MAX)
            .maxConcurrentCallsPerConnection(16)
            .flowControlWindow(FLOW_CONTROL_BYTES)
            .keepAliveTime(30, TimeUnit.SECONDS)
            .permitKeepAliveTime(1, TimeUnit.SECONDS)
            .addService(
                ServerServiceDefinition.builder(VeritasMethod.SERVICE)
                    .addMethod(ServerMethodDefinition.create(VeritasMethod.CONNECT, handler))
                    .build());
    transport = port.tls().map(secured -> new TlsTransport(secured, builder));
    try {
      server = builder.build().start();
    } catch (IOException e) {
      transport.ifPresent(TlsTransport::close);
      throw e;
    }
  }

  int port() {
    return server.getPort();
  }

  private ServerCall.Listener<ClientFrame> connect(ServerCall<ClientFrame, ServerFrame> call) {
    if (connections.incrementAndGet() > connectionsMax) {
      connections.decrementAndGet();
      call.close(
          Status.RESOURCE_EXHAUSTED.withDescription(
              connectionsMax + " clients are connected, the most allowed"),
          new Metadata());
      return new ServerCall.Listener<>() {};
    }
    call.request(2);
    return new Connection(call);
  }

  @Override
  public void close() {
    server.shutdownNow();
    try {
      server.awaitTermination(5, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    transport.ifPresent(TlsTransport::close);
  }

  private final class Connection extends ServerCall.Listener<ClientFrame>
      implements ClientConnection {
    private final ServerCall<ClientFrame, ServerFrame> call;
    private final FrameQueue<Response> responses;
    private final AtomicInteger unanswered = new AtomicInteger();
    private boolean wantsMore;

    Connection(ServerCall<ClientFrame, ServerFrame> call) {
      this.call = call;
      call.sendHeaders(new Metadata());
      responses =
          new FrameQueue<>(
              frame -> call.sendMessage(ServerFrame.newBuilder().addAllResponses(frame).build()));
    }

    @Override
    public void onMessage(ClientFrame frame) {
      for (Request request : frame.getRequestsList()) {
        handle(new Call(this, request, deadline(request)));
      }
      if (call.isReady()) {
        call.request(1);
      } else {
        wantsMore = true;
      }
    }

    /** A call is in memory, with its request, until the node has answered it. */
    private void handle(Call accepted) {
      if (unanswered.incrementAndGet() <= callsMax) {
        node.handle(accepted);
      } else {
        accepted.fail(
            Failure.Code.BUSY,
            callsMax
                + " calls of this connection are unanswered, the most allowed"
                + " (connection.calls.max)");
      }
    }

    private static long deadline(Request request) {
      int timeoutMs = request.getTimeoutMs();
      int boundedMs = timeoutMs <= 0 ? TIMEOUT_MS_MAX : Math.min(timeoutMs, TIMEOUT_MS_MAX);
      return System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(boundedMs);
    }

    @Override
    public void onReady() {
      if (wantsMore) {
        wantsMore = false;
        call.request(1);
      }
    }

    @Override
    public void onHalfClose() {
      call.close(Status.OK, new Metadata());
    }

    @Override
    public void onCancel() {
      connections.decrementAndGet();
    }

    @Override
    public void onComplete() {
      connections.decrementAndGet();
    }

    @Override
    public void enqueue(Response response) {
      unanswered.decrementAndGet();
      responses.add(response);
    }

    @Override
    public void flush() {
      if (!call.isCancelled()) {
        responses.flush();
      }
    }
  }
}
