package io.hybridycsb.veritas.server;

import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.Server;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerMethodDefinition;
import io.grpc.ServerServiceDefinition;
import io.grpc.Status;
import io.grpc.netty.shaded.io.grpc.netty.NettyServerBuilder;
import io.hybridycsb.tls.ServerTls;
import io.hybridycsb.veritas.client.VeritasMethod;
import io.hybridycsb.veritas.core.node.Node;
import io.hybridycsb.veritas.proto.ServerFrame;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.util.Comparator;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Carries calls between clients' connections and the node. What these take in memory is bounded,
 * for each connection and for all.
 */
final class ClientGateway implements AutoCloseable {
  private static final int UNREAD_CLOSE_MS = 5_000;

  /** So much may be unread on any connection. */
  private static final int UNREAD_BYTES_MIN = 64 << 10;

  private static final int FLOW_CONTROL_BYTES = 8 << 20;

  private static final MethodDescriptor<byte[], ServerFrame> CONNECT =
      VeritasMethod.CONNECT.toBuilder(
              new FrameBytes(), VeritasMethod.CONNECT.getResponseMarshaller())
          .build();

  private final Node node;
  private final int connectionsMax;
  private final int callsMax;
  private final AtomicInteger connections = new AtomicInteger();
  private final AtomicInteger endedUnread = new AtomicInteger();
  private final Set<ClientStream> streams = ConcurrentHashMap.newKeySet();
  private final ClientMemory memory;
  private final ClientFrames frames;
  private final ClientTransport transport;
  private final Server server;

  /**
   * The port that clients connect to.
   *
   * @param tls for its connections; empty: plain ones
   * @param connectionsMax clients that may be connected at a time
   * @param callsMax calls of one client that may be unanswered at a time; more are refused
   * @param requestBytesMax memory of clients' requests and answers; 0: an eighth of the heap
   */
  record Port(
      InetSocketAddress listen,
      Optional<ServerTls> tls,
      int connectionsMax,
      int callsMax,
      long requestBytesMax) {}

  /**
   * Starts to listen.
   *
   * @param frames counts those of all connections
   * @throws IOException if the address can't be listened on
   */
  ClientGateway(Node node, Port port, ClientFrames frames) throws IOException {
    this.node = node;
    this.frames = frames;
    connectionsMax = port.connectionsMax();
    callsMax = port.callsMax();
    memory = ClientMemory.of(port.requestBytesMax());
    ServerCallHandler<byte[], ServerFrame> handler = (call, headers) -> connect(call);
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
                    .addMethod(ServerMethodDefinition.create(CONNECT, handler))
                    .build());
    transport = new ClientTransport(builder, port.tls(), connectionsMax);
    try {
      server = builder.build().start();
    } catch (IOException e) {
      transport.close();
      throw e;
    }
  }

  int port() {
    return server.getPort();
  }

  private ServerCall.Listener<byte[]> connect(ServerCall<byte[], ServerFrame> call) {
    if (connections.incrementAndGet() > connectionsMax) {
      connections.decrementAndGet();
      call.close(
          Status.RESOURCE_EXHAUSTED.withDescription(
              connectionsMax + " clients are connected, the most allowed"),
          new Metadata());
      return new ServerCall.Listener<>() {};
    }
    ClientStream stream = new ClientStream(call, this);
    streams.add(stream);
    return stream;
  }

  void ended(ClientStream stream) {
    streams.remove(stream);
    connections.decrementAndGet();
  }

  Node node() {
    return node;
  }

  int callsMax() {
    return callsMax;
  }

  ClientMemory memory() {
    return memory;
  }

  ClientFrames frames() {
    return frames;
  }

  /** How many connections were ended because too much was unread. */
  int endedUnread() {
    return endedUnread.get();
  }

  /** Makes room: ends the connection whose client has left the most unread. */
  void endMostUnread() {
    streams.stream()
        .filter(stream -> stream.unreadBytes() >= UNREAD_BYTES_MIN)
        .max(Comparator.comparingLong(ClientStream::unreadBytes))
        .ifPresent(ClientStream::endUnread);
  }

  /** Closes a connection whose client may never read why it was ended. */
  void closeLater(SocketAddress client) {
    endedUnread.incrementAndGet();
    transport.closeLater(client, UNREAD_CLOSE_MS);
  }

  @Override
  public void close() {
    server.shutdownNow();
    try {
      server.awaitTermination(5, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    transport.close();
  }

  /** A frame of requests as it was received: it is parsed bit by bit, as there is room. */
  private static final class FrameBytes implements MethodDescriptor.Marshaller<byte[]> {
    @Override
    public InputStream stream(byte[] frame) {
      return new ByteArrayInputStream(frame);
    }

    @Override
    public byte[] parse(InputStream stream) {
      try {
        return stream.readAllBytes();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }
}
