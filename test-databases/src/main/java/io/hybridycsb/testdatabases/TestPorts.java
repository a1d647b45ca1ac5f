package io.hybridycsb.testdatabases;

import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.concurrent.ThreadLocalRandom;

/** Ports for servers that are told where to listen, and do so a while later. */
public final class TestPorts {
  private static final int FIRST = 10_000;
  private static final int END = 20_000;
  private static final int TRIES = 1_000;

  private TestPorts() {}

  /**
   * One that nobody listens on. The operating system gives it to nobody who asks for any, so that
   * it is still free when the server starts, and when it starts again after a kill.
   */
  public static int free() throws IOException {
    for (int i = 0; i < TRIES; i++) {
      int port = ThreadLocalRandom.current().nextInt(FIRST, END);
      try (ServerSocket socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
        return socket.getLocalPort();
      } catch (BindException e) {
        // Taken: another one will do.
        continue;
      }
    }
    throw new IOException("no free port from " + FIRST + " to " + END);
  }
}
