package io.hybridycsb.tls;

import io.grpc.netty.shaded.io.grpc.netty.NettyServerBuilder;
import io.grpc.netty.shaded.io.netty.channel.Channel;
import io.grpc.netty.shaded.io.netty.channel.ChannelHandlerContext;
import io.grpc.netty.shaded.io.netty.channel.ChannelInboundHandlerAdapter;
import io.grpc.netty.shaded.io.netty.channel.ServerChannel;
import io.grpc.netty.shaded.io.netty.handler.ssl.ClientAuth;
import io.grpc.netty.shaded.io.netty.handler.ssl.SslContext;
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

  /** Makes a listening socket log failed handshakes, within {@link RefusedConnections}' limit. */
  public <C extends ServerChannel> C watched(C listening) {
    listening.pipeline().addLast(new Accepted(refused));
    return listening;
  }

  /** Stands before gRPC's own handler of connections. */
  private static final class Accepted extends ChannelInboundHandlerAdapter {
    private final RefusedConnections refused;

    Accepted(RefusedConnections refused) {
      this.refused = refused;
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object accepted) {
      ((Channel) accepted).pipeline().addLast(new HandshakeWatch(refused));
      context.fireChannelRead(accepted);
    }
  }
}
