package io.hybridycsb.it.veritas;

import io.hybridycsb.cometbft.abci.proto.Request;
import io.hybridycsb.cometbft.abci.proto.Response;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Stands between a real validator and the real node that is its application. */
final class LyingApplication implements AutoCloseable {
  static final Lie HONEST = new Lie() {};

  /** What the validator sees changed. */
  interface Lie {
    /** What the application is asked instead. */
    default Request asked(Request request) {
      return request;
    }

    /** What is answered instead. */
    default Response told(Response response) {
      return response;
    }
  }

  private final int node;
  private final ServerSocket listener = new ServerSocket(0, 16, InetAddress.getLoopbackAddress());
  private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();
  private volatile Lie lie = HONEST;

  /**
   * @param node the port at which the node waits for its validator
   */
  LyingApplication(int node) throws IOException {
    this.node = node;
    start(this::accept, "lying-application");
  }

  /** For the validator's {@code proxy_app}. */
  String address() {
    return "tcp://127.0.0.1:" + listener.getLocalPort();
  }

  void tell(Lie newLie) {
    lie = newLie;
  }

  private static void start(Runnable task, String name) {
    Thread thread = new Thread(task, name);
    thread.setDaemon(true);
    thread.start();
  }

  private void accept() {
    while (!listener.isClosed()) {
      try {
        Socket validator = listener.accept();
        sockets.add(validator);
        start(() -> serve(validator), "lying-connection");
      } catch (IOException e) {
        // The listener was closed, or a validator has disconnected.
      }
    }
  }

  private void serve(Socket validator) {
    try (validator;
        Socket application = new Socket(InetAddress.getLoopbackAddress(), node)) {
      sockets.add(application);
      // Both sides set this, too: a block takes several short messages, each after an answer.
      validator.setTcpNoDelay(true);
      application.setTcpNoDelay(true);
      start(() -> relayRequests(validator, application), "lying-requests");
      InputStream in = new BufferedInputStream(application.getInputStream());
      OutputStream out = new BufferedOutputStream(validator.getOutputStream());
      for (Response response = Response.parseDelimitedFrom(in);
          response != null;
          response = Response.parseDelimitedFrom(in)) {
        lie.told(response).writeDelimitedTo(out);
        out.flush();
      }
    } catch (IOException e) {
      // One of the two has ended; the other one sees its connection close.
    }
  }

  private void relayRequests(Socket validator, Socket application) {
    try (validator;
        application) {
      InputStream in = new BufferedInputStream(validator.getInputStream());
      OutputStream out = new BufferedOutputStream(application.getOutputStream());
      for (Request request = Request.parseDelimitedFrom(in);
          request != null;
          request = Request.parseDelimitedFrom(in)) {
        lie.asked(request).writeDelimitedTo(out);
        out.flush();
      }
    } catch (IOException e) {
      // As above.
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
