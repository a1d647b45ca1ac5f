package io.hybridycsb.cometbft.abci;

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

/**
 * Where CometBFT connects to. Whoever can connect can feed the node blocks, so a Unix socket is for
 * the node's own user alone.
 */
final class AbciListener {
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
