package io.hybridycsb.peers.testing;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.BufferedOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.util.Map;

/** A connection that speaks HTTP/2 by hand, so that it can leave unsaid what gRPC's client says. */
public final class Stranger implements AutoCloseable {
  private static final int DATA = 0;
  private static final int HEADERS = 1;
  private static final int RST_STREAM = 3;
  private static final int SETTINGS = 4;
  private static final int GOAWAY = 7;
  private static final int ACK = 1;
  private static final int END_STREAM = 1;
  private static final int END_HEADERS = 4;
  private static final int DATA_BYTES_MAX = 16_384;
  private static final int TIMEOUT_MS = 30_000;

  private final Socket socket;
  private final DataOutputStream out;
  private int streams;

  /** Settings that the server has not acknowledged. */
  private int unacknowledged;

  public Stranger(int port) throws IOException {
    this("127.0.0.1", 0, "127.0.0.1", port);
  }

  /**
   * @param from the address that it comes from
   * @param fromPort and its port; 0: any free one
   */
  public Stranger(String from, int fromPort, String to, int port) throws IOException {
    socket = new Socket();
    socket.setReuseAddress(true);
    socket.bind(new InetSocketAddress(from, fromPort));
    socket.connect(new InetSocketAddress(to, port), TIMEOUT_MS);
    socket.setTcpNoDelay(true);
    // A frame is one write: the server may have closed the connection when it has read a part.
    out =
        new DataOutputStream(
            new BufferedOutputStream(socket.getOutputStream(), 2 * DATA_BYTES_MAX));
    out.write("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".getBytes(US_ASCII));
    settings();
  }

  private void settings() throws IOException {
    frame(SETTINGS, 0, 0, new byte[0], 0);
    unacknowledged++;
  }

  /** The port that it comes from. */
  public int port() {
    return socket.getLocalPort();
  }

  /**
   * Opens a stream and says nothing on it.
   *
   * @param method service/method
   * @return its number
   */
  public int open(String method) throws IOException {
    return open(method, Map.of());
  }

  /** As {@link #open(String)}, with more headers. */
  public int open(String method, Map<String, String> more) throws IOException {
    ByteArrayOutputStream headers = new ByteArrayOutputStream();
    header(headers, ":method", "POST");
    header(headers, ":scheme", "http");
    header(headers, ":path", "/" + method);
    header(headers, ":authority", "localhost");
    header(headers, "te", "trailers");
    header(headers, "content-type", "application/grpc");
    for (Map.Entry<String, String> each : more.entrySet()) {
      header(headers, each.getKey(), each.getValue());
    }
    int stream = 2 * streams++ + 1;
    frame(HEADERS, END_HEADERS, stream, headers.toByteArray(), headers.size());
    return stream;
  }

  /** One that is neither compressed nor put into the table of headers. */
  private static void header(ByteArrayOutputStream out, String name, String value) {
    out.write(0);
    for (String text : new String[] {name, value}) {
      out.write(text.length());
      out.writeBytes(text.getBytes(US_ASCII));
    }
  }

  /** Begins a message of some length, and sends less. The window of a new connection has 65,535. */
  public void begin(int stream, int length, int sent) throws IOException {
    byte[] message = prefixed(length, sent);
    for (int from = 0; from < message.length; from += DATA_BYTES_MAX) {
      int bytes = Math.min(DATA_BYTES_MAX, message.length - from);
      byte[] part = new byte[bytes];
      System.arraycopy(message, from, part, 0, bytes);
      frame(DATA, 0, stream, part, bytes);
    }
  }

  /** Sends a whole message. */
  public void send(int stream, byte[] body) throws IOException {
    byte[] message = prefixed(body.length, body.length);
    System.arraycopy(body, 0, message, message.length - body.length, body.length);
    frame(DATA, 0, stream, message, message.length);
  }

  private static byte[] prefixed(int length, int sent) {
    byte[] message = new byte[5 + sent];
    message[1] = (byte) (length >>> 24);
    message[2] = (byte) (length >>> 16);
    message[3] = (byte) (length >>> 8);
    message[4] = (byte) length;
    return message;
  }

  /** Ends its side of a stream. */
  public void end(int stream) throws IOException {
    frame(DATA, END_STREAM, stream, new byte[0], 0);
  }

  public void cancel(int stream) throws IOException {
    frame(RST_STREAM, 0, stream, new byte[] {0, 0, 0, 8}, 4);
  }

  /**
   * Waits until the server has read all that was sent. By settings, since a server minds many
   * pings.
   *
   * @throws AssertionError if HTTP/2 has ended the connection by its own rules
   */
  public void awaitRead() throws IOException {
    settings();
    socket.setSoTimeout(TIMEOUT_MS);
    DataInputStream in = new DataInputStream(socket.getInputStream());
    while (unacknowledged > 0) {
      int length = in.readUnsignedByte() << 16 | in.readUnsignedShort();
      int type = in.readUnsignedByte();
      int flags = in.readUnsignedByte();
      in.skipNBytes(4L + length);
      if (type == GOAWAY) {
        throw new AssertionError("HTTP/2 has ended the connection by its own rules");
      }
      unacknowledged -= type == SETTINGS && flags == ACK ? 1 : 0;
    }
  }

  private void frame(int type, int flags, int stream, byte[] bytes, int length) throws IOException {
    out.writeByte(length >>> 16);
    out.writeShort(length);
    out.writeByte(type);
    out.writeByte(flags);
    out.writeInt(stream);
    out.write(bytes, 0, length);
    out.flush();
  }

  /** Whether the server has closed the connection. */
  public boolean isClosed() throws IOException {
    try {
      socket.setSoTimeout(1);
      byte[] told = new byte[DATA_BYTES_MAX];
      while (true) {
        if (socket.getInputStream().read(told) < 0) {
          return true;
        }
      }
    } catch (SocketTimeoutException e) {
      return false;
    } catch (SocketException e) {
      return true;
    }
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
