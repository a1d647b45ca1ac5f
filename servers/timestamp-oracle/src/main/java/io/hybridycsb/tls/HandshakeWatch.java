package io.hybridycsb.tls;

import io.grpc.netty.shaded.io.netty.channel.Channel;
import io.grpc.netty.shaded.io.netty.channel.ChannelHandlerContext;
import io.grpc.netty.shaded.io.netty.channel.ChannelInboundHandlerAdapter;
import io.grpc.netty.shaded.io.netty.handler.ssl.SslHandler;
import java.nio.channels.ClosedChannelException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells why a handshake failed. Goes out of the way with the first bytes, since gRPC has put its
 * handler of TLS in place by then; who connects and says nothing, as probes of a port do, is not
 * worth a line.
 */
final class HandshakeWatch extends ChannelInboundHandlerAdapter {
  private static final Logger LOG = LoggerFactory.getLogger(HandshakeWatch.class);

  @Override
  public void channelRead(ChannelHandlerContext context, Object bytes) {
    Channel channel = context.channel();
    SslHandler tls = context.pipeline().get(SslHandler.class);
    if (tls != null) {
      tls.handshakeFuture()
          .addListener(
              done -> {
                if (!done.isSuccess()) {
                  LOG.warn(
                      "refused a connection from {}: {}",
                      channel.remoteAddress(),
                      reason(done.cause()));
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
