package io.hybridycsb.harness.process;

import java.nio.file.Path;
import java.util.Optional;

/**
 * A process that another one needs to serve, and ends with. The other one starts once it listens.
 *
 * @param name its name
 * @param port where it listens for the other one; 0 if it doesn't listen on a port
 * @param socket the Unix socket on which it listens for the other one instead, if any
 */
public record NeededProcess(String name, int port, Optional<Path> socket) {
  public NeededProcess {
    // It is absent in the state of an older release.
    socket = socket == null ? Optional.empty() : socket;
  }

  public NeededProcess(String name, int port) {
    this(name, port, Optional.empty());
  }

  public NeededProcess(String name, Path socket) {
    this(name, 0, Optional.of(socket));
  }

  /** Whether the other one may start. */
  public boolean listens() {
    return socket
        .map(UnixSockets::isListenedTo)
        .orElseGet(() -> port == 0 || Ports.isListenedTo(port));
  }

  /** Where it listens, in words. */
  public String place() {
    return socket.map(Path::toString).orElse("port " + port);
  }
}
