package io.hybridycsb.harness.process;

import java.io.IOException;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** Unix sockets of processes. */
public final class UnixSockets {
  /** Linux takes a path of 107 bytes, macOS one of 103. */
  private static final int PATH_BYTES_MAX = 103;

  private UnixSockets() {}

  /** Whether a process listens there, found by connecting. */
  public static boolean isListenedTo(Path socket) {
    if (!Files.exists(socket)) {
      return false;
    }
    try (SocketChannel channel = connect(socket)) {
      return channel.isConnected();
    } catch (IOException e) {
      return false;
    }
  }

  /** Connects to a socket, however long its path is. */
  public static SocketChannel connect(Path socket) throws IOException {
    if (socket.toString().getBytes(StandardCharsets.UTF_8).length <= PATH_BYTES_MAX) {
      return SocketChannel.open(UnixDomainSocketAddress.of(socket));
    }
    Path directory = Files.createTempDirectory("hybrid");
    Path shortcut = directory.resolve("d");
    try {
      Files.createSymbolicLink(shortcut, socket.getParent());
      return SocketChannel.open(UnixDomainSocketAddress.of(shortcut.resolve(socket.getFileName())));
    } finally {
      Files.deleteIfExists(shortcut);
      Files.delete(directory);
    }
  }
}
