package io.hybridycsb.peers;

import io.grpc.Server;
import io.grpc.netty.shaded.io.grpc.netty.NettyServerBuilder;
import io.grpc.netty.shaded.io.netty.channel.EventLoopGroup;
import io.grpc.netty.shaded.io.netty.channel.MultiThreadIoEventLoopGroup;
import io.grpc.netty.shaded.io.netty.channel.nio.NioIoHandler;
import io.grpc.netty.shaded.io.netty.util.concurrent.DefaultThreadFactory;
import io.hybridycsb.tls.ServerTls;
import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** A port that clients connect to: its server with its threads, and its {@link Peers}. */
public final class PeerPort implements AutoCloseable {
  private static final int STOP_MS = 5_000;

  private final EventLoopGroup acceptor = loops(1, "client-accept");

  /** As many threads as Netty takes for this machine. */
  private final EventLoopGroup workers = loops(0, "client-io");

  private final Peers peers;
  private final Server server;

  /**
   * Starts to listen.
   *
   * @param tls for its connections; empty: plain ones
   * @throws IOException if the address can't be listened on
   */
  public PeerPort(NettyServerBuilder builder, Optional<ServerTls> tls, PeerBounds bounds)
      throws IOException {
    this(builder, tls, new Peers(bounds));
  }

  PeerPort(NettyServerBuilder builder, Optional<ServerTls> tls, Peers peers) throws IOException {
    this.peers = peers;
    builder.bossEventLoopGroup(acceptor).workerEventLoopGroup(workers);
    peers.guard(builder, tls);
    server = builder.build();
    try {
      server.start();
    } catch (IOException e) {
      stopThreads();
      String why = e.getCause() == null ? "" : ": " + e.getCause().getMessage();
      throw new IOException(e.getMessage() + why, e);
    }
  }

  private static EventLoopGroup loops(int threads, String name) {
    return new MultiThreadIoEventLoopGroup(
        threads, new DefaultThreadFactory(name, true), NioIoHandler.newFactory());
  }

  public Peers peers() {
    return peers;
  }

  /** The number of the port. */
  public int number() {
    return server.getPort();
  }

  @Override
  public void close() {
    server.shutdownNow();
    try {
      server.awaitTermination(STOP_MS, TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    stopThreads();
  }

  private void stopThreads() {
    acceptor.shutdownGracefully(0, STOP_MS, TimeUnit.MILLISECONDS);
    workers.shutdownGracefully(0, STOP_MS, TimeUnit.MILLISECONDS);
  }
}
