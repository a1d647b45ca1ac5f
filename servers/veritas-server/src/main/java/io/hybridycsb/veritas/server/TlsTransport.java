package io.hybridycsb.veritas.server;

import io.grpc.netty.shaded.io.grpc.netty.NettyServerBuilder;
import io.grpc.netty.shaded.io.netty.channel.EventLoopGroup;
import io.grpc.netty.shaded.io.netty.channel.MultiThreadIoEventLoopGroup;
import io.grpc.netty.shaded.io.netty.channel.nio.NioIoHandler;
import io.grpc.netty.shaded.io.netty.channel.socket.nio.NioServerSocketChannel;
import io.grpc.netty.shaded.io.netty.util.concurrent.DefaultThreadFactory;
import io.hybridycsb.tls.ServerTls;
import java.util.concurrent.TimeUnit;

/**
 * The threads and sockets of a node's port when it speaks TLS. gRPC's own, which a plain port uses,
 * can't report why a handshake failed.
 */
final class TlsTransport implements AutoCloseable {
  private static final int STOP_MS = 5_000;

  private final EventLoopGroup acceptor = loops(1, "client-accept");

  /** As many threads as Netty takes for this machine. */
  private final EventLoopGroup workers = loops(0, "client-io");

  TlsTransport(ServerTls tls, NettyServerBuilder server) {
    server
        .bossEventLoopGroup(acceptor)
        .workerEventLoopGroup(workers)
        .channelFactory(() -> tls.watched(new NioServerSocketChannel()));
    tls.secure(server);
  }

  private static EventLoopGroup loops(int threads, String name) {
    return new MultiThreadIoEventLoopGroup(
        threads, new DefaultThreadFactory(name, true), NioIoHandler.newFactory());
  }

  @Override
  public void close() {
    acceptor.shutdownGracefully(0, STOP_MS, TimeUnit.MILLISECONDS);
    workers.shutdownGracefully(0, STOP_MS, TimeUnit.MILLISECONDS);
  }
}
