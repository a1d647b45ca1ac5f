package io.hybridycsb.tls;

import io.grpc.netty.shaded.io.netty.channel.Channel;
import io.grpc.netty.shaded.io.netty.channel.ChannelHandlerContext;
import io.grpc.netty.shaded.io.netty.channel.ChannelInboundHandlerAdapter;
import io.grpc.netty.shaded.io.netty.handler.ssl.SslHandler;
import java.nio.channels.ClosedChannelException;

/**
 * Tells why a handshake failed. Goes out of the way with the first bytes, since gRPC has put its
 * handler of TLS in place by then; who connects and says nothing, as probes of a port do, is not
 * worth a line.
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
