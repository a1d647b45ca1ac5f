package io.hybridycsb.tls;

import io.grpc.netty.shaded.io.netty.channel.Channel;
import io.grpc.netty.shaded.io.netty.channel.ChannelHandlerContext;
import io.grpc.netty.shaded.io.netty.channel.ChannelInboundHandlerAdapter;
import io.grpc.netty.shaded.io.netty.handler.ssl.SslHandler;
import java.nio.channels.ClosedChannelException;

/**
 * Logs why a handshake failed. It removes itself with the first bytes, when gRPC's TLS handler is
 * in place. A peer that connects and sends nothing, such as a port probe, isn't logged.
 */
final class HandshakeWatch extends ChannelInboundHandlerAdapter {
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
