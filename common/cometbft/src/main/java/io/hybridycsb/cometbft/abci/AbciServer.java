package io.hybridycsb.cometbft.abci;

import io.hybridycsb.verification.Threads;
import java.io.IOException;
import java.net.SocketAddress;
import java.net.StandardProtocolFamily;
import java.net.StandardSocketOptions;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Answers CometBFT over ABCI's socket transport: length-delimited protobuf over TCP or a Unix
 * socket, a thread for each of CometBFT's four connections. CometBFT finds it by {@code proxy_app};
 * when CometBFT is killed and starts again it connects again.
 */
public final class AbciServer implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(AbciServer.class);

  /** Above any block: CometBFT's own have at most 100 MiB. */
  private static final int MESSAGE_BYTES_MAX = 128 << 20;

  /** CometBFT's four, and those of killed processes that aren't known to be dead yet. */
  static final int CONNECTIONS_MAX = 16;

  private static final long JOIN_MS = 5_000;

  private final ServerSocketChannel listener;
  private final AbciCalls calls;
  private final int messageBytesMax;
  private final Consumer<Throwable> failed;
  private final Map<AbciConnection, Thread> connections = new ConcurrentHashMap<>();
  private final Thread acceptor = new Thread(this::accept, "abci-accept");
  private volatile boolean closed;

  private AbciServer(
      ServerSocketChannel listener,
      AbciApplication application,
      int messageBytesMax,
      Consumer<Throwable> failed) {
    this.listener = listener;
    this.calls = new AbciCalls(application);
    this.messageBytesMax = messageBytesMax;
    this.failed = failed;
  }

  /**
   * Listens and answers until it is closed.
   *
   * @param listen where: of TCP, with port 0 for any that is free, or of a Unix socket
   * @param failed gets an exception of the application before CometBFT does; the node can't go on
   *     then. Called by the connection's thread: it must not wait for {@link #close}
   * @throws IOException if the address can't be listened on
   */
  public static AbciServer start(
      SocketAddress listen, AbciApplication application, Consumer<Throwable> failed)
      throws IOException {
    return start(listen, application, MESSAGE_BYTES_MAX, failed);
  }

  static AbciServer start(
      SocketAddress listen,
      AbciApplication application,
      int messageBytesMax,
      Consumer<Throwable> failed)
      throws IOException {
    ServerSocketChannel listener = AbciListener.open(listen, CONNECTIONS_MAX);
    AbciServer server = new AbciServer(listener, application, messageBytesMax, failed);
    server.acceptor.start();
    return server;
  }

  SocketAddress address() throws IOException {
    return listener.getLocalAddress();
  }

  /** Ends all connections, then waits a little for the calls that are being answered. */
  @Override
  public void close() {
    closed = true;
    try {
      listener.close();
    } catch (IOException e) {
      LOG.debug("closing abci.listen", e);
    }
    join(acceptor);
    Map<AbciConnection, Thread> open = Map.copyOf(connections);
    open.keySet().forEach(AbciConnection::close);
    open.values().forEach(AbciServer::join);
  }

  private void accept() {
    int number = 0;
    while (!closed) {
      try {
        connected(listener.accept(), ++number);
      } catch (IOException e) {
        if (!closed) {
          failed.accept(new IOException("abci.listen no longer works: " + e.getMessage(), e));
          return;
        }
      }
    }
  }

  private void connected(SocketChannel channel, int number) throws IOException {
    if (connections.size() >= CONNECTIONS_MAX) {
      LOG.warn("a connection to abci.listen was closed: there are {} already", CONNECTIONS_MAX);
      channel.close();
      return;
    }
    AbciConnection connection = new AbciConnection(channel, calls, messageBytesMax, failed);
    Thread thread =
        new Thread(
            () -> {
              try {
                connection.run();
              } finally {
                connections.remove(connection);
              }
            },
            "abci-" + number);
    connections.put(connection, thread);
    thread.start();
  }

  private static void join(Thread thread) {
    if (thread != Thread.currentThread()) {
      Threads.untilInterrupted(() -> thread.join(JOIN_MS));
    }
  }

  /**
   * Where CometBFT connects to. Whoever can connect can feed the node blocks, so a Unix socket is
   * for the node's own user alone.
   */
  private static final class AbciListener {
    private AbciListener() {}

    /**
     * Listens. A Unix socket's file that a killed process has left is replaced.
     *
     * @throws IOException if it can't, or another process listens there
     */
    static ServerSocketChannel open(SocketAddress address, int backlog) throws IOException {
      return address instanceof UnixDomainSocketAddress unix
          ? unix(unix, backlog)
          : tcp(address, backlog);
    }

    private static ServerSocketChannel tcp(SocketAddress address, int backlog) throws IOException {
      ServerSocketChannel listener = ServerSocketChannel.open();
      try {
        return listener.setOption(StandardSocketOptions.SO_REUSEADDR, true).bind(address, backlog);
      } catch (IOException e) {
        listener.close();
        throw e;
      }
    }

    private static ServerSocketChannel unix(UnixDomainSocketAddress address, int backlog)
        throws IOException {
      ServerSocketChannel listener = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
      try {
        Path file = address.getPath();
        requireNobodyListens(address);
        Files.deleteIfExists(file);
        listener.bind(address, backlog);
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
        return listener;
      } catch (IOException e) {
        listener.close();
        throw new IOException("abci.listen=unix:%s: %s".formatted(address, e.getMessage()), e);
      }
    }

    private static void requireNobodyListens(UnixDomainSocketAddress address) throws IOException {
      if (!Files.exists(address.getPath())) {
        return;
      }
      try {
        SocketChannel.open(address).close();
      } catch (IOException e) {
        return;
      }
      throw new IOException("another process listens there");
    }
  }
}
