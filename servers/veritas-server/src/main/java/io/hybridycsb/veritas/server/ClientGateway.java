package io.hybridycsb.veritas.server;

import com.google.protobuf.InvalidProtocolBufferException;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerMethodDefinition;
import io.grpc.ServerServiceDefinition;
import io.grpc.Status;
import io.grpc.netty.shaded.io.grpc.netty.NettyServerBuilder;
import io.hybridycsb.commands.ProcessingTime;
import io.hybridycsb.peers.PeerBounds;
import io.hybridycsb.peers.PeerPort;
import io.hybridycsb.peers.PeerStream;
import io.hybridycsb.tls.ServerTls;
import io.hybridycsb.veritas.cluster.ClusterConfig;
import io.hybridycsb.veritas.connection.Hello;
import io.hybridycsb.veritas.connection.VeritasMethod;
import io.hybridycsb.veritas.core.call.Call;
import io.hybridycsb.veritas.core.node.Node;
import io.hybridycsb.veritas.proto.Failure;
import io.hybridycsb.veritas.proto.Request;
import io.hybridycsb.veritas.proto.ServerFrame;
import io.hybridycsb.veritas.proto.TransactionBody;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;

/**
 * Carries calls between clients' connections and the node. What these take in memory is bounded,
 * for each connection and for all.
 */
final class ClientGateway implements AutoCloseable {
  private static final int UNREAD_CLOSE_MS = 5_000;

  /** So much may be unread on any connection. */
  private static final int UNREAD_BYTES_MIN = 64 << 10;

  /** What a connection may send on while nothing of it is read: it is held, but not counted. */
  private static final int FLOW_CONTROL_BYTES = 1 << 20;

  /** Streams of a connection; clients have one. */
  private static final int STREAMS_MAX = 16;

  private static final int SILENT_STREAMS_MAX = 1_024;

  /** What a stranger may have on its way in; a frame of a peer with a key may be a message long. */
  private static final int STRANGER_BYTES = 64 << 10;

  /** A message, and what its pieces take besides. */
  private static final long KEY_BYTES = 2L * VeritasMethod.MESSAGE_BYTES_MAX;

  private static final MethodDescriptor<byte[], ServerFrame> CONNECT =
      VeritasMethod.CONNECT.toBuilder(
              new FrameBytes(), VeritasMethod.CONNECT.getResponseMarshaller())
          .build();

  private final Node node;
  private final ProcessingTime processing;
  private final ClusterConfig cluster;
  private final Hello hello;
  private final int callsMax;
  private final AtomicInteger endedUnread = new AtomicInteger();
  private final Set<ClientStream> streams = ConcurrentHashMap.newKeySet();
  private final ClientMemory memory;
  private final ClientRoom strangers;
  private final ClientFrames frames;
  private final PeerPort port;

  /**
   * The port that clients connect to.
   *
   * @param cluster whose clients and nodes are known by their keys
   * @param tls for its connections; empty: plain ones
   * @param connectionsMax clients that may be connected at a time
   * @param times how long peers may be silent
   * @param callsMax calls of one client that may be unanswered at a time; more are refused
   * @param requestBytesMax memory of clients' requests and answers; 0: an eighth of the heap
   */
  record Port(
      ClusterConfig cluster,
      InetSocketAddress listen,
      Optional<ServerTls> tls,
      PeerBounds.Times times,
      int connectionsMax,
      int callsMax,
      long requestBytesMax) {}

  /**
   * Starts to listen.
   *
   * @param processing of writes, before the node gets them
   * @param frames counts those of all connections
   * @throws IOException if the address can't be listened on
   */
  ClientGateway(Node node, ProcessingTime processing, Port options, ClientFrames frames)
      throws IOException {
    this.node = node;
    this.processing = processing;
    cluster = options.cluster();
    this.frames = frames;
    hello = new Hello(cluster.cluster(), node.name(), InstantSource.system());
    callsMax = options.callsMax();
    memory = ClientMemory.of(options.requestBytesMax());
    strangers = ClientRoom.ofStrangers(memory);
    ServerCallHandler<byte[], ServerFrame> handler = this::connect;
    NettyServerBuilder builder =
        NettyServerBuilder.forAddress(options.listen())
            .directExecutor()
            .maxInboundMessageSize(VeritasMethod.MESSAGE_BYTES_MAX)
            .maxConcurrentCallsPerConnection(STREAMS_MAX)
            .flowControlWindow(FLOW_CONTROL_BYTES)
            .keepAliveTime(30, TimeUnit.SECONDS)
            .permitKeepAliveTime(1, TimeUnit.SECONDS)
            .addService(
                ServerServiceDefinition.builder(VeritasMethod.SERVICE)
                    .addMethod(ServerMethodDefinition.create(CONNECT, handler))
                    .build());
    port = new PeerPort(builder, options.tls(), bounds(options));
  }

  private PeerBounds bounds(Port options) {
    return new PeerBounds(
        PeerBounds.Connections.ofClients(options.connectionsMax(), SILENT_STREAMS_MAX),
        new PeerBounds.Bytes(STRANGER_BYTES, KEY_BYTES, Math.max(KEY_BYTES, memory.bytesMax())),
        options.times());
  }

  int port() {
    return port.number();
  }

  private ServerCall.Listener<byte[]> connect(
      ServerCall<byte[], ServerFrame> call, Metadata headers) {
    PeerStream peer = PeerStream.current();
    if (!peer.refusal().isEmpty()) {
      return refused(call, peer, Status.UNAUTHENTICATED, peer.refusal());
    }
    try {
      // A connection shows a key once.
      if (peer.isStranger()
          && !hello.shownBy(headers, this::isKnown).map(key -> admit(peer, key)).orElse(true)) {
        return refused(
            call,
            peer,
            Status.RESOURCE_EXHAUSTED,
            "as many connections are open as allowed (client.connections.max)");
      }
    } catch (IllegalArgumentException e) {
      return refused(call, peer, Status.UNAUTHENTICATED, e.getMessage());
    }
    ClientStream stream =
        new ClientStream(
            call,
            peer,
            this,
            peer.isStranger() ? strangers : ClientRoom.ofClient(memory, callsMax));
    streams.add(stream);
    return stream;
  }

  private static ServerCall.Listener<byte[]> refused(
      ServerCall<byte[], ServerFrame> call, PeerStream peer, Status status, String why) {
    call.close(status.withDescription(why), new Metadata());
    peer.refuse(why);
    return new ServerCall.Listener<>() {};
  }

  private boolean isKnown(byte[] key) {
    return named(cluster.nodes(), key).isPresent() || named(cluster.clients(), key).isPresent();
  }

  /** Returns false if there is no room for it. */
  private boolean admit(PeerStream peer, byte[] key) {
    Optional<ClusterConfig.Member> other = named(cluster.nodes(), key);
    if (other.isEmpty()) {
      return peer.admitClient();
    }
    peer.admitNode(other.get().name());
    return true;
  }

  private static Optional<ClusterConfig.Member> named(
      List<ClusterConfig.Member> members, byte[] key) {
    return members.stream().filter(member -> Arrays.equals(member.publicKey(), key)).findFirst();
  }

  void ended(ClientStream stream) {
    streams.remove(stream);
  }

  /** Gives a call to the node; a write when it is processed. Never waits. */
  void handle(Call call) {
    if (processing.ms() == 0 || !writes(call.request())) {
      node.handle(call);
    } else if (!processing.submitAfter(
        call.request().getSerializedSize(), () -> node.handle(call))) {
      call.fail(Failure.Code.BUSY, "as many writes are processed here as may (processing.ms)");
    }
  }

  /** What is none is for the node to refuse. */
  private static boolean writes(Request request) {
    try {
      return request.hasCommit()
          && TransactionBody.parseFrom(request.getCommit().getTransaction().getBody())
                  .getWritesCount()
              > 0;
    } catch (InvalidProtocolBufferException e) {
      return false;
    }
  }

  ClientMemory memory() {
    return memory;
  }

  ClientFrames frames() {
    return frames;
  }

  /** Bytes of frames that are not whole yet. */
  long arriving() {
    return port.peers().arriving();
  }

  int streams() {
    return streams.size();
  }

  /** How many connections were ended because too much was unread. */
  int endedUnread() {
    return endedUnread.get();
  }

  /** Makes room in a memory: ends the connection whose client has left the most unread. */
  void endMostUnread(ClientMemory full) {
    streams.stream()
        .filter(stream -> stream.memory() == full)
        .filter(stream -> stream.unreadBytes() >= UNREAD_BYTES_MIN)
        .max(Comparator.comparingLong(ClientStream::unreadBytes))
        .ifPresent(ClientStream::endUnread);
  }

  /** Closes a connection whose client may never read why it was ended. */
  void closeUnread(PeerStream peer) {
    endedUnread.incrementAndGet();
    peer.closeLater(UNREAD_CLOSE_MS);
  }

  @Override
  public void close() {
    port.close();
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

  /** How many frames came from clients and went to them, over all connections. */
  record ClientFrames(LongAdder received, LongAdder sent) {
    ClientFrames() {
      this(new LongAdder(), new LongAdder());
    }
  }
}
