package io.hybridycsb.veritas.stores.redis;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketImpl;

/**
 * A connected {@link TimedChannel} as a socket, which the JDK's TLS requires. It has streams and
 * can be closed, but has no options: its time limits are the channel's.
 */
final class ChannelSocket extends Socket {
  private final TimedChannel channel;
  private volatile boolean closed;

  ChannelSocket(TimedChannel channel) throws SocketException {
    super((SocketImpl) null);
    this.channel = channel;
  }

  @Override
  public boolean isConnected() {
    return true;
  }

  @Override
  public boolean isBound() {
    return true;
  }

  @Override
  public boolean isClosed() {
    return closed;
  }

  @Override
  public InputStream getInputStream() {
    return channel.input();
  }

  @Override
  public OutputStream getOutputStream() {
    return channel.output();
  }

  /** None but the channel's, which is always there. */
  @Override
  public int getSoTimeout() {
    return 0;
  }

  @Override
  public void close() throws IOException {
    closed = true;
    channel.close();
  }
}
