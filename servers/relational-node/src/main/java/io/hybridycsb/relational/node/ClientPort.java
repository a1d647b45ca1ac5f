package io.hybridycsb.relational.node;

import io.grpc.Server;
import io.grpc.netty.shaded.io.grpc.netty.NettyServerBuilder;
import io.grpc.netty.shaded.io.netty.channel.EventLoopGroup;
import io.grpc.netty.shaded.io.netty.channel.MultiThreadIoEventLoopGroup;
import io.grpc.netty.shaded.io.netty.channel.nio.NioIoHandler;
import io.grpc.netty.shaded.io.netty.util.concurrent.DefaultThreadFactory;
import io.hybridycsb.tls.BoundedServerChannel;
import io.hybridycsb.tls.ServerTls;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.TimeUnit;

/** Where clients connect to: bounded connections, calls and messages, over TLS or plain. */
final class ClientPort implements AutoCloseable {
  private static final int STOP_MS = 2_000;
  private static final int HANDSHAKE_MS = 10_000;

  /** A connection without a call is closed after so long; clients connect again. */
  private static final int IDLE_SECONDS = 600;

  /** What a request has besides its transaction. */
  private static final int REQUEST_EXTRA_BYTES = 4_096;

  /**
   * @param connectionsMax connections, at most
   * @param callsMax calls of all connections, at most
   * @param transactionBytesMax bytes of a transaction, at most
   */
  record Options(
      InetSocketAddress listen,
      Optional<ServerTls> tls,
      int connectionsMax,
      int callsMax,
      int transactionBytesMax) {}

  private final EventLoopGroup acceptor = loops(1, "client-accept");
  private final EventLoopGroup workers = loops(0, "client-io");
  private final Server server;

  /**
   * @throws IOException if the address can't be listened on
   */
  ClientPort(Options options, ClientService service, ExecutorService executor) throws IOException {
    NettyServerBuilder builder =
        NettyServerBuilder.forAddress(options.listen())
            .bossEventLoopGroup(acceptor)
            .workerEventLoopGroup(workers)
            .channelFactory(() -> channel(options))
            .executor(executor)
            .maxInboundMessageSize(options.transactionBytesMax() + REQUEST_EXTRA_BYTES)
            .maxConcurrentCallsPerConnection(options.callsMax())
            .handshakeTimeout(HANDSHAKE_MS, TimeUnit.MILLISECONDS)
            .maxConnectionIdle(IDLE_SECONDS, TimeUnit.SECONDS)
            .intercept(new CallLimit(options.callsMax()))
            .addService(service.definition());
    options.tls().ifPresent(tls -> tls.secure(builder));
    server = builder.build();
    try {
      server.start();
    } catch (IOException e) {
      stopLoops();
      throw new IOException(
          "node.listen %s:%d can't be listened on: %s"
              .formatted(
                  options.listen().getHostString(),
                  options.listen().getPort(),
                  (e.getCause() == null ? e : e.getCause()).getMessage()),
          e);
    }
  }

  private static BoundedServerChannel channel(Options options) {
    BoundedServerChannel bound = new BoundedServerChannel(options.connectionsMax());
    return options.tls().map(tls -> tls.watched(bound)).orElse(bound);
  }

  private static EventLoopGroup loops(int threads, String name) {
    return new MultiThreadIoEventLoopGroup(
        threads, new DefaultThreadFactory(name, true), NioIoHandler.newFactory());
  }

  int port() {
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
    stopLoops();
  }

  private void stopLoops() {
    acceptor.shutdownGracefully(0, STOP_MS, TimeUnit.MILLISECONDS);
    workers.shutdownGracefully(0, STOP_MS, TimeUnit.MILLISECONDS);
  }
}
