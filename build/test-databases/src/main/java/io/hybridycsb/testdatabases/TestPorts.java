package io.hybridycsb.testdatabases;

import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;

/** Ports for servers that are told where to listen, and do so a while later. */
public final class TestPorts {
  private static final int FIRST = 10_000;

  /** As many as the processes of tests that run at once will hardly share one of. */
  private static final int BLOCKS = 100;

  private static final int PORTS_OF_BLOCK = 100;

  /** Each process has a block of its own: what is free for a moment isn't taken by another one. */
  private static final int BLOCK =
      FIRST + (int) (ProcessHandle.current().pid() % BLOCKS) * PORTS_OF_BLOCK;

  /** Not the one that an earlier process of this block has just given back. */
  private static final AtomicInteger NEXT =
      new AtomicInteger(ThreadLocalRandom.current().nextInt(PORTS_OF_BLOCK));

  private TestPorts() {}

  /**
   * One that nobody listens on. The operating system gives it to nobody who asks for any, so that
   * it is still free when the server starts, and when it starts again after a kill.
   */
  public static int free() throws IOException {
    for (int i = 0; i < PORTS_OF_BLOCK; i++) {
      int port = BLOCK + Math.floorMod(NEXT.getAndIncrement(), PORTS_OF_BLOCK);
      try (ServerSocket socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
        return socket.getLocalPort();
      } catch (BindException e) {
        // Taken: another one will do.
        continue;
      }
    }
    throw new IOException("no free port from %d on".formatted(BLOCK));
  }
}
