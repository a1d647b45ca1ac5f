package io.hybridycsb.tso;

import io.grpc.netty.shaded.io.netty.channel.Channel;
import io.grpc.netty.shaded.io.netty.channel.socket.nio.NioServerSocketChannel;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A server socket that closes what it accepts above a bound. Runs on one event loop. */
final class BoundedServerChannel extends NioServerSocketChannel {
  private static final Logger logger = LoggerFactory.getLogger(BoundedServerChannel.class);

  private final int connectionsMax;
  private int connections;

  BoundedServerChannel(int connectionsMax) {
    this.connectionsMax = connectionsMax;
  }

  @Override
  protected int doReadMessages(List<Object> accepted) throws Exception {
    int before = accepted.size();
    super.doReadMessages(accepted);
    for (int i = accepted.size() - 1; i >= before; i--) {
      Channel channel = (Channel) accepted.get(i);
      if (connections == connectionsMax) {
        accepted.remove(i);
        // Never registered with an event loop, so it has to be closed past it.
        channel.unsafe().closeForcibly();
        logger.warn("refused a connection: {} are open already", connectionsMax);
      } else {
        connections++;
        channel.closeFuture().addListener(future -> eventLoop().execute(() -> connections--));
      }
    }
    return accepted.size() - before;
  }
}
