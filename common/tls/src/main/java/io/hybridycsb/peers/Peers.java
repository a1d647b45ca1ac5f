package io.hybridycsb.peers;

import io.grpc.Codec;
import io.grpc.DecompressorRegistry;
import io.grpc.Metadata;
import io.grpc.ServerStreamTracer;
import io.grpc.netty.shaded.io.grpc.netty.NettyServerBuilder;
import io.grpc.netty.shaded.io.netty.channel.Channel;
import io.grpc.netty.shaded.io.netty.channel.ChannelHandlerContext;
import io.grpc.netty.shaded.io.netty.channel.ChannelInboundHandlerAdapter;
import io.grpc.netty.shaded.io.netty.channel.ChannelPipeline;
import io.grpc.netty.shaded.io.netty.channel.socket.nio.NioServerSocketChannel;
import io.grpc.netty.shaded.io.netty.util.concurrent.Future;
import io.hybridycsb.tls.RefusedConnections;
import io.hybridycsb.tls.ServerTls;
import java.net.InetAddress;
import java.net.SocketAddress;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The peers of a port, and who gives way when they want more than there is:
 *
 * <ul>
 *   <li>connections: a stranger of the host that has most of them, whoever of these has been quiet
 *       for longest. Where nobody shows a key, those give way first who have been quiet for some
 *       time. Next are those of hosts that have more than the newcomer's. If there is none either,
 *       the newcomer is refused.
 *   <li>silent streams: the connection that has most of them.
 *   <li>bytes of unfinished messages: the oldest message, of strangers first.
 * </ul>
 */
public final class Peers {
  private static final Logger LOG = LoggerFactory.getLogger(Peers.class);
  private static final int NODE_CONNECTIONS_MAX = 4;

  /** The time from the connection to its first words. */
  private static final int HANDSHAKE_MS = 10_000;

  private static final int CHECKS_PER_TIME = 4;
  private static final long CHECK_MS_MAX = 1_000;

  /** A compressed message may be a thousand times as long as its bytes that are counted. */
  private static final DecompressorRegistry PLAIN =
      DecompressorRegistry.emptyInstance().with(Codec.Identity.NONE, false);

  private final PeerBounds bounds;
  private final LongSupplier clockNanos;
  private final RefusedConnections refused = new RefusedConnections(System::nanoTime);
  private final Map<Peer.Ends, Peer> open = new ConcurrentHashMap<>();
  private final AtomicLong arriving = new AtomicLong();
  private final AtomicInteger silentStreams = new AtomicInteger();

  private int strangers;
  private int clients;
  private final Map<String, Integer> nodes = new HashMap<>();

  public Peers(PeerBounds bounds) {
    this(bounds, System::nanoTime);
  }

  Peers(PeerBounds bounds, LongSupplier clockNanos) {
    this.bounds = bounds;
    this.clockNanos = clockNanos;
  }

  /** Sets a server's connections to these bounds, and to TLS or plain ones; on loops of NIO. */
  public void guard(NettyServerBuilder server, Optional<ServerTls> tls) {
    server
        .channelFactory(
            () -> {
              NioServerSocketChannel listening = new NioServerSocketChannel();
              listening.pipeline().addLast(new Arrivals(this, tls));
              return listening;
            })
        .addStreamTracerFactory(
            new ServerStreamTracer.Factory() {
              @Override
              public ServerStreamTracer newServerStreamTracer(String method, Metadata headers) {
                return new PeerStream(Peers.this);
              }
            });
    tls.ifPresent(secured -> secured.secure(server));
    server
        .decompressorRegistry(PLAIN)
        .handshakeTimeout(HANDSHAKE_MS, TimeUnit.MILLISECONDS)
        .maxConnectionIdle(bounds.times().quietMs(), TimeUnit.MILLISECONDS);
  }

  /** Bytes of messages that are not whole yet. */
  public long arriving() {
    return arriving.get();
  }

  /** Streams that no message has come on. */
  int silentStreams() {
    return silentStreams.get();
  }

  long now() {
    return clockNanos.getAsLong();
  }

  long checkEveryMs() {
    long shortest = Math.min(bounds.times().quietMs(), bounds.times().unfinishedMs());
    return Math.max(1, Math.min(CHECK_MS_MAX, shortest / CHECKS_PER_TIME));
  }

  // ---- Connections ------------------------------------------------------------------------------

  /** Returns false if there is no room for it. */
  boolean accept(Channel channel) {
    long now = now();
    Peer newcomer = new Peer(channel, now);
    SocketAddress from = newcomer.ends().remote();
    if (from == null) {
      return false;
    }
    Optional<Peer> leaves = Optional.empty();
    synchronized (this) {
      if (strangers == bounds.connections().strangersMax()) {
        leaves = firstToLeave(newcomer, now);
        if (leaves.isEmpty()) {
          refused.add(from, strangers + " are open already");
          return false;
        }
        forget(leaves.get());
      }
      strangers++;
      newcomer.isCounted = true;
      open.put(newcomer.ends(), newcomer);
    }
    channel.closeFuture().addListener(closed -> forget(newcomer));
    leaves.ifPresent(peer -> end(peer, "it had to give way to others"));
    return true;
  }

  private Optional<Peer> firstToLeave(Peer newcomer, long now) {
    List<Peer> all =
        open.values().stream().filter(peer -> peer.kind == Peer.Kind.STRANGER).toList();
    Map<InetAddress, Integer> ofHost = new HashMap<>();
    all.forEach(peer -> ofHost.merge(peer.host(), 1, Integer::sum));
    Comparator<Peer> most =
        Comparator.<Peer>comparingInt(peer -> ofHost.get(peer.host()))
            .thenComparingLong(peer -> peer.quietNanos(now));
    if (bounds.hasKeys()) {
      return all.stream().max(most);
    }
    long undisturbed = TimeUnit.MILLISECONDS.toNanos(bounds.times().undisturbedMs());
    int ofNewcomer = 1 + ofHost.getOrDefault(newcomer.host(), 0);
    return all.stream()
        .filter(peer -> peer.quietNanos(now) >= undisturbed && !peer.isWaiting())
        .max(most)
        .or(() -> all.stream().filter(peer -> ofHost.get(peer.host()) > ofNewcomer).max(most));
  }

  private synchronized void forget(Peer peer) {
    if (!peer.isCounted) {
      return;
    }
    peer.isCounted = false;
    open.remove(peer.ends(), peer);
    switch (peer.kind) {
      case STRANGER -> strangers--;
      case CLIENT -> clients--;
      case NODE ->
          nodes.computeIfPresent(peer.node, (name, count) -> count == 1 ? null : count - 1);
    }
  }

  synchronized boolean makeClient(Peer peer) {
    if (peer.kind != Peer.Kind.STRANGER || !peer.isCounted) {
      return true;
    }
    if (clients == bounds.connections().clientsMax()) {
      return false;
    }
    strangers--;
    clients++;
    peer.kind = Peer.Kind.CLIENT;
    return true;
  }

  void makeNode(Peer peer, String name) {
    long now = now();
    Optional<Peer> leaves = Optional.empty();
    synchronized (this) {
      if (peer.kind != Peer.Kind.STRANGER || !peer.isCounted) {
        return;
      }
      if (nodes.getOrDefault(name, 0) == NODE_CONNECTIONS_MAX) {
        leaves =
            open.values().stream()
                .filter(other -> name.equals(other.node))
                .max(Comparator.comparingLong(other -> other.quietNanos(now)));
        leaves.ifPresent(this::forget);
      }
      strangers--;
      nodes.merge(name, 1, Integer::sum);
      peer.kind = Peer.Kind.NODE;
      peer.node = name;
    }
    leaves.ifPresent(other -> end(other, "it had to give way to a newer one of " + name));
  }

  // ---- Streams and their messages ---------------------------------------------------------------

  /** Empty if the connection has ended. */
  Optional<Peer> started(PeerStream stream, Peer.Ends ends) {
    Peer peer = open.get(ends);
    if (peer != null) {
      peer.add(stream);
      int silentMax = bounds.connections().silentStreamsMax();
      if (silentStreams.incrementAndGet() > silentMax) {
        open.values().stream()
            .max(Comparator.comparingInt(Peer::silentStreams))
            .ifPresent(most -> end(most, "it has most of " + silentMax + " silent streams"));
      }
    }
    return Optional.ofNullable(peer);
  }

  /** A stream is silent no longer. */
  void notSilent() {
    silentStreams.decrementAndGet();
  }

  void arrived(Peer peer, PeerStream stream, long bytes) {
    long own = peer.arrived(stream, bytes, now());
    if (own < 0) {
      return;
    }
    long all = arriving.addAndGet(bytes);
    long ownMax =
        peer.kind == Peer.Kind.STRANGER ? bounds.bytes().strangerMax() : bounds.bytes().keyMax();
    if (own > ownMax) {
      end(peer, "its messages that are not whole take more than %d bytes".formatted(ownMax));
    } else if (all > bounds.bytes().allMax()) {
      makeRoom();
    }
  }

  void gone(long bytes) {
    arriving.addAndGet(-bytes);
  }

  private void makeRoom() {
    long now = now();
    open.values().stream()
        .filter(peer -> peer.arrivingNanos(now) > 0)
        .max(
            Comparator.<Peer, Boolean>comparing(peer -> peer.kind == Peer.Kind.STRANGER)
                .thenComparingLong(peer -> peer.arrivingNanos(now)))
        .ifPresent(
            peer ->
                end(
                    peer,
                    "messages that are not whole take more than %d bytes, and its one is the oldest"
                        .formatted(bounds.bytes().allMax())));
  }

  /** Closes what is quiet, or not whole, for too long. */
  void check() {
    long now = now();
    long quiet = TimeUnit.MILLISECONDS.toNanos(bounds.times().quietMs());
    long unfinished = TimeUnit.MILLISECONDS.toNanos(bounds.times().unfinishedMs());
    for (Peer peer : open.values()) {
      try {
        if (peer.unfinishedNanos(now) >= unfinished) {
          end(peer, "no whole message came for %d ms".formatted(bounds.times().unfinishedMs()));
        } else if (peer.isQuiet(now, quiet)) {
          String unread = "it read no answer for %d ms".formatted(bounds.times().quietMs());
          end(peer, peer.leavesAnswers() ? unread : "");
        }
      } catch (RuntimeException e) {
        LOG.error("the connection from {} can't be checked", peer.ends().remote(), e);
      }
    }
  }

  /**
   * Closes a connection after some time, unless it has ended by then.
   *
   * @param why empty: not worth a line in the log
   */
  void closeLater(Peer peer, String why, long delayMs) {
    if (!why.isEmpty()) {
      refused.closed(peer.ends().remote(), why);
    }
    peer.channel().eventLoop().schedule(peer::close, delayMs, TimeUnit.MILLISECONDS);
  }

  /**
   * Closes a connection.
   *
   * @param why empty: not worth a line in the log
   */
  void end(Peer peer, String why) {
    long bytes = peer.end();
    if (bytes < 0) {
      return;
    }
    gone(bytes);
    if (!why.isEmpty()) {
      refused.closed(peer.ends().remote(), why);
    }
  }

  /** Stands at a listening socket, before gRPC's own handler of connections. */
  private static final class Arrivals extends ChannelInboundHandlerAdapter {
    private final Peers peers;
    private final Optional<ServerTls> tls;
    private Future<?> checks;

    Arrivals(Peers peers, Optional<ServerTls> tls) {
      this.peers = peers;
      this.tls = tls;
    }

    @Override
    public void channelActive(ChannelHandlerContext context) {
      long everyMs = peers.checkEveryMs();
      checks =
          context
              .executor()
              .scheduleWithFixedDelay(peers::check, everyMs, everyMs, TimeUnit.MILLISECONDS);
      context.fireChannelActive();
    }

    @Override
    public void channelInactive(ChannelHandlerContext context) {
      if (checks != null) {
        checks.cancel(false);
      }
      context.fireChannelInactive();
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object accepted) {
      ChannelPipeline pipeline = ((Channel) accepted).pipeline();
      pipeline.addLast(new Arrival());
      tls.ifPresent(secured -> pipeline.addLast(secured.handshakeWatch()));
      context.fireChannelRead(accepted);
    }

    /** Stands first at a connection: closing it from here doesn't ask HTTP/2, which waits. */
    private final class Arrival extends ChannelInboundHandlerAdapter {
      /** With the first turn of the connection's own thread, before gRPC says anything. */
      @Override
      public void handlerAdded(ChannelHandlerContext context) {
        if (!peers.accept(context.channel())) {
          context.close();
        }
      }
    }
  }
}
