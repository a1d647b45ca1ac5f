package io.hybridycsb.testdatabases;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.HashSet;
import java.util.Set;

/** Stands between a client and its database, and breaks their connections. */
public final class TestProxy implements AutoCloseable {
  private final int target;
  private final Set<Socket> sockets = new HashSet<>();
  private final ServerSocket listener;
  private boolean isClosed;
  private volatile boolean cutsAtAnswer;
  private volatile boolean isSilent;

  /**
   * @param target the database's port
   */
  public TestProxy(int target) throws IOException {
    this.target = target;
    listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    start("proxy", this::accept);
  }

  public int port() {
    return listener.getLocalPort();
  }

  /** Lets the next request reach the database, and cuts the connection at its answer. */
  public void cutAtAnswer() {
    cutsAtAnswer = true;
  }

  /** Keeps all answers back from now on, on connections that are or will be. */
  public void keepSilent(boolean silent) {
    isSilent = silent;
  }

  /** Cuts all connections. */
  public synchronized void cut() throws IOException {
    for (Socket socket : sockets) {
      socket.close();
    }
    sockets.clear();
  }

  private static void start(String name, Runnable task) {
    Thread thread = new Thread(task, name);
    thread.setDaemon(true);
    thread.start();
  }

  private void accept() {
    try {
      while (true) {
        Socket client = listener.accept();
        Socket server = new Socket(InetAddress.getLoopbackAddress(), target);
        keep(client, server);
        start("requests", () -> pump(client, server, false));
        start("answers", () -> pump(server, client, true));
      }
    } catch (IOException e) {
      // Closed, or the database is away.
      return;
    }
  }

  /** One that was accepted just before the end must not outlive it. */
  private synchronized void keep(Socket client, Socket server) throws IOException {
    sockets.add(client);
    sockets.add(server);
    if (isClosed) {
      cut();
    }
  }

  private void pump(Socket from, Socket to, boolean areAnswers) {
    try (from;
        to) {
      InputStream in = from.getInputStream();
      OutputStream out = to.getOutputStream();
      byte[] buffer = new byte[65_536];
      for (int count = in.read(buffer); count >= 0; count = in.read(buffer)) {
        if (areAnswers && cutsAtAnswer) {
          cutsAtAnswer = false;
          return;
        }
        if (!areAnswers || !isSilent) {
          out.write(buffer, 0, count);
        }
      }
    } catch (IOException e) {
      // The other end is closed.
      return;
    }
  }

  @Override
  public synchronized void close() throws IOException {
    isClosed = true;
    listener.close();
    cut();
  }
}
