package io.hybridycsb.veritas.server;

import io.grpc.netty.shaded.io.grpc.netty.NettyServerBuilder;
import io.grpc.netty.shaded.io.netty.channel.EventLoopGroup;
import io.grpc.netty.shaded.io.netty.channel.MultiThreadIoEventLoopGroup;
import io.grpc.netty.shaded.io.netty.channel.nio.NioIoHandler;
import io.grpc.netty.shaded.io.netty.util.concurrent.DefaultThreadFactory;
import io.hybridycsb.tls.BoundedServerChannel;
import io.hybridycsb.tls.ServerTls;
import java.net.SocketAddress;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * The threads and sockets of a node's port. gRPC's own have no bound on the number of connections,
 * don't report why a TLS handshake failed, and wait for a client that reads nothing for good.
 */
final class ClientTransport implements AutoCloseable {
  private static final int STOP_MS = 5_000;

  /** The time from the connection to its first words. */
  private static final int HANDSHAKE_MS = 10_000;

  /** A connection without a stream is closed after so long; our clients connect again. */
  private static final int IDLE_SECONDS = 60;

  private final EventLoopGroup acceptor = loops(1, "client-accept");

  /** As many threads as Netty takes for this machine. */
  private final EventLoopGroup workers = loops(0, "client-io");

  private volatile BoundedServerChannel socket;

  ClientTransport(NettyServerBuilder server, Optional<ServerTls> tls, int connectionsMax) {
    server
        .bossEventLoopGroup(acceptor)
        .workerEventLoopGroup(workers)
        .channelFactory(
            () -> {
              BoundedServerChannel bound = new BoundedServerChannel(connectionsMax);
              socket = bound;
              return tls.map(secured -> secured.watched(bound)).orElse(bound);
            })
        .handshakeTimeout(HANDSHAKE_MS, TimeUnit.MILLISECONDS)
        .maxConnectionIdle(IDLE_SECONDS, TimeUnit.SECONDS);
    tls.ifPresent(secured -> secured.secure(server));
  }

  private static EventLoopGroup loops(int threads, String name) {
    return new MultiThreadIoEventLoopGroup(
        threads, new DefaultThreadFactory(name, true), NioIoHandler.newFactory());
  }

  /** Closes a client's connection after some time, unless it has ended by then. */
  void closeLater(SocketAddress client, long delayMs) {
    socket.closeLater(client, delayMs);
  }

  @Override
  public void close() {
    acceptor.shutdownGracefully(0, STOP_MS, TimeUnit.MILLISECONDS);
    workers.shutdownGracefully(0, STOP_MS, TimeUnit.MILLISECONDS);
  }
}
