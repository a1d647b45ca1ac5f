package io.hybridycsb.it.veritas.tendermint;

import io.hybridycsb.cometbft.abci.proto.Request;
import io.hybridycsb.cometbft.abci.proto.Response;
import io.hybridycsb.harness.process.UnixSockets;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
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

  private final Path node;
  private final ServerSocket listener = new ServerSocket(0, 16, InetAddress.getLoopbackAddress());
  private final Set<Closeable> sockets = ConcurrentHashMap.newKeySet();
  private volatile Lie lie = HONEST;

  /**
   * @param node the socket at which the node waits for its validator
   */
  LyingApplication(Path node) throws IOException {
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
        SocketChannel application = UnixSockets.connect(node)) {
      sockets.add(application);
      // A block takes several short messages, each after an answer.
      validator.setTcpNoDelay(true);
      start(() -> relayRequests(validator, application), "lying-requests");
      InputStream in = new BufferedInputStream(new Input(application));
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

  private void relayRequests(Socket validator, SocketChannel application) {
    try (validator;
        application) {
      InputStream in = new BufferedInputStream(validator.getInputStream());
      OutputStream out = new BufferedOutputStream(new Output(application));
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

  /** The JDK's own streams of a channel don't read and write at the same time. */
  private static final class Input extends InputStream {
    private final SocketChannel channel;

    Input(SocketChannel channel) {
      this.channel = channel;
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
      return channel.read(ByteBuffer.wrap(bytes, offset, length));
    }

    @Override
    public int read() throws IOException {
      byte[] one = new byte[1];
      return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }
  }

  /** As {@link Input}. */
  private static final class Output extends OutputStream {
    private final SocketChannel channel;

    Output(SocketChannel channel) {
      this.channel = channel;
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
      channel.write(ByteBuffer.wrap(bytes, offset, length));
    }

    @Override
    public void write(int b) throws IOException {
      write(new byte[] {(byte) b}, 0, 1);
    }
  }

  @Override
  public void close() throws IOException {
    listener.close();
    for (Closeable socket : sockets) {
      socket.close();
    }
  }
}
