package io.hybridycsb.it.cassandra;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Stands before a node, and is gone at the first request that contains a text: it cuts all
 * connections and takes no more. To a client this is the node's death. Of several proxies that
 * share a flag only one goes.
 */
final class CuttingProxy implements AutoCloseable {
  private static final int BUFFER_BYTES = 65_536;

  private final int target;
  private final String text;
  private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();
  private final ServerSocket listener;
  private final AtomicBoolean hasCut;

  /**
   * @param target the node's port
   * @param text in ASCII, which must come within one read of the connection
   * @param hasCut set when such a request has come
   */
  CuttingProxy(int target, String text, AtomicBoolean hasCut) throws IOException {
    this.target = target;
    this.text = text;
    this.hasCut = hasCut;
    listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    start(this::accept);
  }

  String address() {
    return "127.0.0.1:" + listener.getLocalPort();
  }

  private static void start(Runnable task) {
    Thread thread = new Thread(task, "cutting-proxy");
    thread.setDaemon(true);
    thread.start();
  }

  private void accept() {
    try {
      while (true) {
        Socket client = listener.accept();
        Socket node = new Socket(InetAddress.getLoopbackAddress(), target);
        sockets.add(client);
        sockets.add(node);
        start(() -> pump(client, node, true));
        start(() -> pump(node, client, false));
      }
    } catch (IOException e) {
      // Closed.
      return;
    }
  }

  private void pump(Socket from, Socket to, boolean areRequests) {
    try (from;
        to) {
      InputStream in = from.getInputStream();
      OutputStream out = to.getOutputStream();
      byte[] buffer = new byte[BUFFER_BYTES];
      for (int count = in.read(buffer); count >= 0; count = in.read(buffer)) {
        if (areRequests
            && new String(buffer, 0, count, StandardCharsets.US_ASCII).contains(text)
            && hasCut.compareAndSet(false, true)) {
          close();
          return;
        }
        out.write(buffer, 0, count);
      }
    } catch (IOException e) {
      // The other end is closed.
      return;
    }
  }

  @Override
  public void close() throws IOException {
    listener.close();
    for (Socket socket : sockets) {
      socket.close();
    }
  }
}
