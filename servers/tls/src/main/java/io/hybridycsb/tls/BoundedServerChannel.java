package io.hybridycsb.tls;

import io.grpc.netty.shaded.io.netty.channel.Channel;
import io.grpc.netty.shaded.io.netty.channel.socket.nio.NioServerSocketChannel;
import java.net.SocketAddress;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/**
 * A server socket that closes what it accepts above a bound, and says so in the log, within {@link
 * RefusedConnections}' limit.
 */
public final class BoundedServerChannel extends NioServerSocketChannel {
  private final int connectionsMax;
  private final RefusedConnections refused = new RefusedConnections(System::nanoTime);
  private final Map<SocketAddress, Channel> open = new ConcurrentHashMap<>();

  /** For the event loop alone. */
  private int connections;

  public BoundedServerChannel(int connectionsMax) {
    this.connectionsMax = connectionsMax;
  }

  /** Closes the connection from an address after some time, unless it has ended by then. */
  public void closeLater(SocketAddress from, long delayMs) {
    Channel channel = open.get(from);
    if (channel != null) {
      channel.eventLoop().schedule(() -> channel.close(), delayMs, TimeUnit.MILLISECONDS);
    }
  }

  @Override
  protected int doReadMessages(List<Object> accepted) throws Exception {
    int before = accepted.size();
    super.doReadMessages(accepted);
    for (int i = accepted.size() - 1; i >= before; i--) {
      Channel channel = (Channel) accepted.get(i);
      if (connections == connectionsMax) {
        accepted.remove(i);
        refused.add(channel.remoteAddress(), connectionsMax + " are open already");
        // Never registered with an event loop, so it has to be closed past it.
        channel.unsafe().closeForcibly();
      } else {
        count(channel);
      }
    }
    return accepted.size() - before;
  }

  private void count(Channel channel) {
    connections++;
    SocketAddress from = channel.remoteAddress();
    if (from != null) {
      open.put(from, channel);
    }
    channel
        .closeFuture()
        .addListener(
            future -> {
              if (from != null) {
                open.remove(from, channel);
              }
              eventLoop().execute(() -> connections--);
            });
  }
}
