package io.hybridycsb.peers;

import io.grpc.netty.shaded.io.grpc.netty.NettyServerBuilder;
import io.grpc.netty.shaded.io.netty.channel.EventLoopGroup;
import io.grpc.netty.shaded.io.netty.channel.MultiThreadIoEventLoopGroup;
import io.grpc.netty.shaded.io.netty.channel.nio.NioIoHandler;
import io.grpc.netty.shaded.io.netty.util.concurrent.DefaultThreadFactory;
import io.hybridycsb.tls.ServerTls;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** The threads of a port that clients connect to, and its {@link Peers}. */
public final class PeerPort implements AutoCloseable {
  private static final int STOP_MS = 5_000;

  private final EventLoopGroup acceptor = loops(1, "client-accept");

  /** As many threads as Netty takes for this machine. */
  private final EventLoopGroup workers = loops(0, "client-io");

  private final Peers peers;

  /**
   * Sets a server to this port.
   *
   * @param tls for its connections; empty: plain ones
   */
  public PeerPort(NettyServerBuilder server, Optional<ServerTls> tls, PeerBounds bounds) {
    this(server, tls, new Peers(bounds));
  }

  PeerPort(NettyServerBuilder server, Optional<ServerTls> tls, Peers peers) {
    this.peers = peers;
    server.bossEventLoopGroup(acceptor).workerEventLoopGroup(workers);
    peers.guard(server, tls);
  }

  private static EventLoopGroup loops(int threads, String name) {
    return new MultiThreadIoEventLoopGroup(
        threads, new DefaultThreadFactory(name, true), NioIoHandler.newFactory());
  }

  public Peers peers() {
    return peers;
  }

  @Override
  public void close() {
    acceptor.shutdownGracefully(0, STOP_MS, TimeUnit.MILLISECONDS);
    workers.shutdownGracefully(0, STOP_MS, TimeUnit.MILLISECONDS);
  }
}
