package io.hybridycsb.veritas.stores.redis;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.SocketTimeoutException;
import java.net.StandardProtocolFamily;
import java.net.StandardSocketOptions;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.util.concurrent.TimeUnit;

/**
 * A connection over TCP or a Unix socket on which neither reading nor writing waits longer than a
 * limit. The JDK's sockets limit reads alone: a write to a server that has stopped reading would
 * wait for ever.
 *
 * <p>For one thread at a time.
 */
final class TimedChannel implements Closeable {
  /** The JDK copies each write into a direct buffer of its size; this bounds that buffer. */
  private static final int WRITE_BYTES_MAX = 256 * 1024;

  private final SocketChannel channel;
  private final Selector selector;
  private final SelectionKey key;
  private final int ioTimeoutMs;

  private TimedChannel(SocketChannel channel, int ioTimeoutMs) throws IOException {
    this.channel = channel;
    this.ioTimeoutMs = ioTimeoutMs;
    channel.configureBlocking(false);
    selector = Selector.open();
    key = channel.register(selector, 0);
  }

  static TimedChannel connect(SocketAddress address, int connectTimeoutMs, int ioTimeoutMs)
      throws IOException {
    if (address instanceof InetSocketAddress inet && inet.isUnresolved()) {
      throw new UnknownHostException("unknown host " + inet.getHostString());
    }
    SocketChannel channel =
        address instanceof InetSocketAddress
            ? SocketChannel.open().setOption(StandardSocketOptions.TCP_NODELAY, true)
            : SocketChannel.open(StandardProtocolFamily.UNIX);
    TimedChannel connection = null;
    try {
      connection = new TimedChannel(channel, ioTimeoutMs);
      if (!channel.connect(address)) {
        do {
          connection.await(SelectionKey.OP_CONNECT, connectTimeoutMs);
        } while (!channel.finishConnect());
      }
      return connection;
    } catch (IOException | RuntimeException e) {
      channel.close();
      if (connection != null) {
        connection.close();
      }
      throw e;
    }
  }

  InputStream input() {
    return new Input();
  }

  OutputStream output() {
    return new Output();
  }

  @Override
  public void close() throws IOException {
    channel.close();
    selector.close();
  }

  private void await(int operation, int timeoutMs) throws IOException {
    key.interestOps(operation);
    long deadlineNs = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(timeoutMs);
    while (selector.select(ready -> {}, timeoutMs) == 0) {
      if (Thread.currentThread().isInterrupted()) {
        throw new IOException("interrupted");
      }
      if (System.nanoTime() - deadlineNs >= 0) {
        throw new SocketTimeoutException("no answer within " + timeoutMs + " ms");
      }
    }
  }

  private final class Input extends InputStream {
    /** A read that filled its buffer has probably left more, so the next one needs no wait. */
    private boolean more;

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
      ByteBuffer target = ByteBuffer.wrap(bytes, offset, length);
      int count = more ? channel.read(target) : 0;
      while (count == 0) {
        await(SelectionKey.OP_READ, ioTimeoutMs);
        count = channel.read(target);
      }
      more = count == length;
      return count;
    }

    @Override
    public int read() throws IOException {
      byte[] one = new byte[1];
      return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }
  }

  private final class Output extends OutputStream {
    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
      int end = offset + length;
      ByteBuffer source = ByteBuffer.wrap(bytes);
      int position = offset;
      while (position < end) {
        source.limit(Math.min(end, position + WRITE_BYTES_MAX)).position(position);
        int count = channel.write(source);
        if (count == 0) {
          await(SelectionKey.OP_WRITE, ioTimeoutMs);
        }
        position += count;
      }
    }

    @Override
    public void write(int b) throws IOException {
      write(new byte[] {(byte) b}, 0, 1);
    }
  }
}
