package io.hybridycsb.peers;

import io.grpc.netty.shaded.io.netty.channel.Channel;
import io.grpc.netty.shaded.io.netty.channel.ChannelHandlerContext;
import io.grpc.netty.shaded.io.netty.channel.ChannelInboundHandlerAdapter;
import io.grpc.netty.shaded.io.netty.channel.ChannelPipeline;
import io.grpc.netty.shaded.io.netty.util.concurrent.Future;
import io.hybridycsb.tls.ServerTls;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** Stands at a listening socket, before gRPC's own handler of connections. */
final class Arrivals extends ChannelInboundHandlerAdapter {
  private final Peers peers;
  private final Optional<ServerTls> tls;
  private Future<?> checks;

  Arrivals(Peers peers, Optional<ServerTls> tls) {
    this.peers = peers;
    this.tls = tls;
  }

  @Override
  public void channelActive(ChannelHandlerContext context) {
    long everyMs = peers.checkEveryMs();
    checks =
        context
            .executor()
            .scheduleWithFixedDelay(peers::check, everyMs, everyMs, TimeUnit.MILLISECONDS);
    context.fireChannelActive();
  }

  @Override
  public void channelInactive(ChannelHandlerContext context) {
    if (checks != null) {
      checks.cancel(false);
    }
    context.fireChannelInactive();
  }

  @Override
  public void channelRead(ChannelHandlerContext context, Object accepted) {
    ChannelPipeline pipeline = ((Channel) accepted).pipeline();
    pipeline.addLast(new Arrival());
    tls.ifPresent(secured -> pipeline.addLast(secured.handshakeWatch()));
    context.fireChannelRead(accepted);
  }

  /** Stands first at a connection: closing it from here doesn't ask HTTP/2, which waits. */
  private final class Arrival extends ChannelInboundHandlerAdapter {
    /** With the first turn of the connection's own thread, before gRPC says anything. */
    @Override
    public void handlerAdded(ChannelHandlerContext context) {
      if (!peers.accept(context.channel())) {
        context.close();
      }
    }
  }
}
