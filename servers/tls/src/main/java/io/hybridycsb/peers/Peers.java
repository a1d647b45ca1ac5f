package io.hybridycsb.peers;

import io.grpc.Metadata;
import io.grpc.ServerStreamTracer;
import io.grpc.netty.shaded.io.grpc.netty.NettyServerBuilder;
import io.grpc.netty.shaded.io.netty.channel.Channel;
import io.grpc.netty.shaded.io.netty.channel.socket.nio.NioServerSocketChannel;
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

/**
 * The peers of a port, and who gives way when they want more than there is:
 *
 * <ul>
 *   <li>connections: a stranger of the host that has most of them, whoever of these has been quiet
 *       for longest. Where nobody shows a key, it has to be quiet; else the newcomer is refused.
 *   <li>silent streams: the connection that has most of them.
 *   <li>bytes of messages that are not whole: the message that is under way for longest, of
 *       strangers first.
 * </ul>
 */
public final class Peers {
  private static final int NODE_CONNECTIONS_MAX = 4;

  /** The time from the connection to its first words. */
  private static final int HANDSHAKE_MS = 10_000;

  private static final int CHECKS_PER_TIME = 4;
  private static final long CHECK_MS_MAX = 1_000;

  private final PeerBounds bounds;
  private final RefusedConnections refused = new RefusedConnections(System::nanoTime);
  private final Map<SocketAddress, Peer> open = new ConcurrentHashMap<>();
  private final AtomicLong arriving = new AtomicLong();
  private final AtomicInteger silentStreams = new AtomicInteger();

  private int strangers;
  private int clients;
  private final Map<String, Integer> nodes = new HashMap<>();

  public Peers(PeerBounds bounds) {
    this.bounds = bounds;
  }

  /** Sets a server's connections to these bounds, and to TLS or plain ones; on loops of NIO. */
  public void guard(NettyServerBuilder server, Optional<ServerTls> tls) {
    server
        .channelFactory(
            () -> {
              NioServerSocketChannel listening = new NioServerSocketChannel();
              listening.pipeline().addLast(new Arrivals(this));
              return tls.isPresent() ? tls.get().watched(listening) : listening;
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
        .handshakeTimeout(HANDSHAKE_MS, TimeUnit.MILLISECONDS)
        .maxConnectionIdle(bounds.times().quietMs(), TimeUnit.MILLISECONDS);
  }

  /** Bytes of messages that are not whole yet. */
  public long arriving() {
    return arriving.get();
  }

  /** Closes the connection from an address after some time, unless it has ended by then. */
  public void closeLater(SocketAddress from, long delayMs) {
    Peer peer = open.get(from);
    if (peer != null) {
      peer.channel().eventLoop().schedule(peer::close, delayMs, TimeUnit.MILLISECONDS);
    }
  }

  long now() {
    return System.nanoTime();
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
    Optional<Peer> leaves = Optional.empty();
    synchronized (this) {
      if (strangers == bounds.connections().strangersMax()) {
        leaves = firstToLeave(now);
        if (leaves.isEmpty()) {
          refused.add(channel.remoteAddress(), strangers + " are open already");
          return false;
        }
        forget(leaves.get());
      }
      strangers++;
      newcomer.isCounted = true;
      open.put(channel.remoteAddress(), newcomer);
    }
    leaves.ifPresent(peer -> end(peer, "it had to give way to others"));
    channel.closeFuture().addListener(closed -> forget(newcomer));
    return true;
  }

  private Optional<Peer> firstToLeave(long now) {
    long undisturbed = TimeUnit.MILLISECONDS.toNanos(bounds.times().undisturbedMs());
    List<Peer> may =
        open.values().stream()
            .filter(peer -> peer.kind == Peer.Kind.STRANGER)
            .filter(
                peer ->
                    bounds.hasKeys() || (peer.quietNanos(now) >= undisturbed && !peer.isWaiting()))
            .toList();
    Map<InetAddress, Integer> ofHost = new HashMap<>();
    may.forEach(peer -> ofHost.merge(peer.host(), 1, Integer::sum));
    return may.stream()
        .max(
            Comparator.<Peer>comparingInt(peer -> ofHost.get(peer.host()))
                .thenComparingLong(peer -> peer.quietNanos(now)));
  }

  private synchronized void forget(Peer peer) {
    if (!peer.isCounted) {
      return;
    }
    peer.isCounted = false;
    open.remove(peer.channel().remoteAddress(), peer);
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

  synchronized boolean makeNode(Peer peer, String name) {
    if (peer.kind != Peer.Kind.STRANGER || !peer.isCounted) {
      return true;
    }
    if (nodes.getOrDefault(name, 0) == NODE_CONNECTIONS_MAX) {
      return false;
    }
    strangers--;
    nodes.merge(name, 1, Integer::sum);
    peer.kind = Peer.Kind.NODE;
    peer.node = name;
    return true;
  }

  // ---- Streams and their messages ---------------------------------------------------------------

  /** Null if the connection has ended. */
  Peer started(PeerStream stream, SocketAddress from) {
    Peer peer = open.get(from);
    if (peer != null) {
      peer.add(stream);
      int silentMax = bounds.connections().silentStreamsMax();
      if (silentStreams.incrementAndGet() > silentMax) {
        open.values().stream()
            .max(Comparator.comparingInt(Peer::silentStreams))
            .ifPresent(most -> end(most, "it has most of " + silentMax + " silent streams"));
      }
    }
    return peer;
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
      if (peer.unfinishedNanos(now) >= unfinished) {
        end(peer, "no whole message came for %d ms".formatted(bounds.times().unfinishedMs()));
      } else if (peer.isQuiet(now, quiet)) {
        end(peer, "");
      }
    }
  }

  /**
   * Closes a connection.
   *
   * @param why empty: not worth a line in the log
   */
  private void end(Peer peer, String why) {
    long bytes = peer.end();
    if (bytes < 0) {
      return;
    }
    gone(bytes);
    if (!why.isEmpty()) {
      refused.add(peer.channel().remoteAddress(), why);
    }
  }
}
