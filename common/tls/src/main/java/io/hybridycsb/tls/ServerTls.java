package io.hybridycsb.tls;

import io.grpc.netty.shaded.io.grpc.netty.NettyServerBuilder;
import io.grpc.netty.shaded.io.netty.channel.Channel;
import io.grpc.netty.shaded.io.netty.channel.ChannelHandler;
import io.grpc.netty.shaded.io.netty.channel.ChannelHandlerContext;
import io.grpc.netty.shaded.io.netty.channel.ChannelInboundHandlerAdapter;
import io.grpc.netty.shaded.io.netty.handler.ssl.ClientAuth;
import io.grpc.netty.shaded.io.netty.handler.ssl.SslContext;
import io.grpc.netty.shaded.io.netty.handler.ssl.SslHandler;
import java.nio.channels.ClosedChannelException;
import java.util.Optional;

/**
 * A server's side of TLS: it shows its certificate, and if it has a CA, it serves only clients with
 * a certificate from it.
 */
public final class ServerTls {
  private final SslContext context;
  private final RefusedConnections refused = new RefusedConnections(System::nanoTime);

  private ServerTls(SslContext context) {
    this.context = context;
  }

  /**
   * Reads the files; empty if they have no certificate, so that connections are plain.
   *
   * @throws IllegalArgumentException in one line, if a file is absent or wrong
   */
  public static Optional<ServerTls> of(TlsFiles files) {
    ClientAuth clients = files.ca().isPresent() ? ClientAuth.REQUIRE : ClientAuth.NONE;
    return files
        .certificate()
        .map(own -> new ServerTls(Contexts.forGrpc(Contexts.of(files), false, clients)));
  }

  /**
   * Sets a server's connections to TLS. gRPC's own thread pool computes handshakes, not the threads
   * that accept or serve connections.
   */
  public void secure(NettyServerBuilder server) {
    server.sslContext(context);
  }

  /** Stands at an accepted connection and logs why its handshake fails, within a limit. */
  public ChannelHandler handshakeWatch() {
    return new HandshakeWatch(refused);
  }

  /**
   * Logs why a handshake failed. It removes itself with the first bytes, when gRPC's TLS handler is
   * in place. A peer that connects and sends nothing, such as a port probe, isn't logged.
   */
  private static final class HandshakeWatch extends ChannelInboundHandlerAdapter {
    private final RefusedConnections refused;

    HandshakeWatch(RefusedConnections refused) {
      this.refused = refused;
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object bytes) {
      Channel channel = context.channel();
      SslHandler tls = context.pipeline().get(SslHandler.class);
      if (tls != null) {
        tls.handshakeFuture()
            .addListener(
                done -> {
                  if (!done.isSuccess()) {
                    refused.add(channel.remoteAddress(), reason(done.cause()));
                  }
                });
      }
      context.pipeline().remove(this);
      context.fireChannelRead(bytes);
    }

    private static String reason(Throwable cause) {
      if (cause instanceof ClosedChannelException) {
        return "it ended in the TLS handshake";
      }
      return TlsFailures.explain(cause).orElseGet(() -> String.valueOf(cause.getMessage()));
    }
  }
}
