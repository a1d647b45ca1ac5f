package io.hybridycsb.ethereum.rpc;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** Takes subscriptions over WebSockets (RFC 6455) in place of a chain's client. */
final class HeadsStandIn implements AutoCloseable {
  private static final String KEY = "Sec-WebSocket-Key: ";
  private static final String GUID = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11";
  private static final int FINAL_TEXT = 0x81;
  private static final int EXTENDED_LENGTH = 126;
  private static final long TIMEOUT_S = 60;

  private final ServerSocket server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
  private final BlockingQueue<Socket> connections = new LinkedBlockingQueue<>();
  private final String answer;

  /**
   * @param answer to the request for a subscription
   */
  HeadsStandIn(String answer) throws IOException {
    this.answer = answer;
    Thread thread = new Thread(this::run, "heads-stand-in");
    thread.setDaemon(true);
    thread.start();
  }

  /** Where it is, as an address of JSON-RPC. */
  URI rpc() {
    return URI.create("http://127.0.0.1:" + server.getLocalPort());
  }

  private void run() {
    while (!server.isClosed()) {
      try {
        subscribe(server.accept());
      } catch (IOException e) {
        // It was closed, or a client has given up, which will come again.
      }
    }
  }

  private void subscribe(Socket connection) throws IOException {
    BufferedReader in =
        new BufferedReader(new InputStreamReader(connection.getInputStream(), ISO_8859_1));
    String key = "";
    String line = in.readLine();
    while (line != null && !line.isEmpty()) {
      key = line.startsWith(KEY) ? line.substring(KEY.length()) : key;
      line = in.readLine();
    }
    connection
        .getOutputStream()
        .write(
            ("HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                    + "Sec-WebSocket-Accept: %s\r\n\r\n")
                .formatted(Base64.getEncoder().encodeToString(sha1(key + GUID)))
                .getBytes(UTF_8));
    // The request has come.
    if (in.read() >= 0) {
      send(connection, answer);
      connections.add(connection);
    }
  }

  private static byte[] sha1(String text) {
    try {
      return MessageDigest.getInstance("SHA-1").digest(text.getBytes(UTF_8));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  private static void send(Socket connection, String text) throws IOException {
    byte[] message = text.getBytes(UTF_8);
    OutputStream out = connection.getOutputStream();
    out.write(FINAL_TEXT);
    if (message.length >= EXTENDED_LENGTH) {
      out.write(EXTENDED_LENGTH);
      out.write(message.length >> 8);
    }
    out.write(message.length);
    out.write(message);
    out.flush();
  }

  /** The next connection that has asked for a subscription. */
  Socket subscribed() throws InterruptedException {
    Socket connection = connections.poll(TIMEOUT_S, TimeUnit.SECONDS);
    if (connection == null) {
      throw new AssertionError("nobody has subscribed");
    }
    return connection;
  }

  /** Tells of a block. */
  void tell(Socket connection) throws IOException {
    send(connection, "{\"method\":\"eth_subscription\",\"params\":{\"result\":{}}}");
  }

  @Override
  public void close() throws IOException {
    server.close();
  }
}
