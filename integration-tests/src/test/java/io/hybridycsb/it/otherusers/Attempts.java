package io.hybridycsb.it.otherusers;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.security.GeneralSecurityException;
import java.security.cert.X509Certificate;
import java.util.List;
import java.util.Optional;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLSocketFactory;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509ExtendedTrustManager;

/**
 * What somebody tries at a port who has no password. A server can't see which user of the machine
 * connects to it.
 */
public final class Attempts {
  private static final int TIMEOUT_MS = 10_000;
  private static final int ANSWER_BYTES_MAX = 65_536;

  private Attempts() {}

  /** Something to try at a port of this machine. */
  public interface Attempt {
    /** What it got that it must not get; empty if it was refused. */
    Optional<String> at(int port) throws IOException;
  }

  /** Calls of Ethereum's JSON-RPC that sign, administer, or tell of accounts. */
  public static Attempt ethereumCalls() {
    return port -> {
      for (String method :
          List.of(
              "admin_nodeInfo",
              "admin_exportChain",
              "debug_setHead",
              "debug_writeMemProfile",
              "personal_listAccounts",
              "miner_stop",
              "istanbul_propose",
              "raft_removePeer",
              "txpool_content",
              "eth_sign",
              "eth_signTransaction",
              "eth_sendTransaction")) {
        String answer = call(port, method);
        // Of the calls that sign GoQuorum says that it has no such account.
        boolean isRefused =
            answer.isEmpty()
                || answer.contains(" 404 ")
                || answer.contains(" 401 ")
                || answer.contains("does not exist/is not available")
                || answer.contains("missing value for required argument")
                || answer.contains("unknown account");
        if (!isRefused) {
          return Optional.of("%s: %s".formatted(method, answer));
        }
      }
      String accounts = call(port, "eth_accounts");
      return accounts.contains("\"result\":[\"0x")
          ? Optional.of("eth_accounts: " + accounts)
          : Optional.empty();
    };
  }

  /** A call of a validator's JSON-RPC that is there only if unsafe calls are. */
  static Attempt cometBftUnsafe() {
    return port -> {
      String answer = call(port, "unsafe_flush_mempool");
      return answer.isEmpty() || answer.contains("Method not found")
          ? Optional.empty()
          : Optional.of(answer);
    };
  }

  /** The answer to a call; empty if the server hangs up, and so refuses. */
  private static String call(int port, String method) throws IOException {
    String parameters =
        switch (method) {
          case "eth_signTransaction", "eth_sendTransaction" ->
              "[{\"from\":\"0x%040d\",\"to\":\"0x%040d\",\"gas\":\"0x5208\",\"gasPrice\":\"0x1\",\"nonce\":\"0x0\"}]"
                  .formatted(1, 2);
          case "eth_sign" -> "[\"0x%040d\",\"0x00\"]".formatted(1);
          default -> "[]";
        };
    String body =
        "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"%s\",\"params\":%s}"
            .formatted(method, parameters);
    try {
      return http(port, "POST", "/", body);
    } catch (SocketException e) {
      return "";
    }
  }

  /**
   * A request over HTTP, which is refused by any other status than 2xx, or by its connection's end.
   *
   * @param body in JSON
   */
  public static Attempt httpRequest(String method, String path, String body) {
    return port -> {
      try {
        return succeeded(http(port, method, path, body));
      } catch (SocketException e) {
        return Optional.empty();
      }
    };
  }

  /** The same over TLS, by somebody who trusts every server and has no certificate. */
  public static Attempt httpsRequest(String method, String path, String body) {
    return port -> {
      try (Socket socket = trusting().createSocket(InetAddress.getLoopbackAddress(), port)) {
        return succeeded(http(socket, method, path, body));
      } catch (SSLException | SocketException e) {
        return Optional.empty();
      }
    };
  }

  private static Optional<String> succeeded(String answer) {
    return answer.startsWith("HTTP/1.1 2") ? Optional.of(answer) : Optional.empty();
  }

  private static SSLSocketFactory trusting() {
    try {
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(null, new TrustManager[] {new TrustsAll()}, null);
      return context.getSocketFactory();
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("this JDK has no TLS", e);
    }
  }

  private static final class TrustsAll extends X509ExtendedTrustManager {
    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type) {}

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type, Socket socket) {}

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type, SSLEngine engine) {}

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type) {}

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type, Socket socket) {}

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type, SSLEngine engine) {}

    @Override
    public X509Certificate[] getAcceptedIssuers() {
      return new X509Certificate[0];
    }
  }

  /** The whole answer, its head too; what isn't HTTP is the empty text. */
  private static String http(int port, String method, String path, String body) throws IOException {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      return http(socket, method, path, body);
    }
  }

  private static String http(Socket socket, String method, String path, String body)
      throws IOException {
    byte[] content = body.getBytes(UTF_8);
    String head =
        "%s %s HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n".formatted(method, path)
            + "Content-Type: application/json\r\nContent-Length: %d\r\n\r\n"
                .formatted(content.length);
    socket.setSoTimeout(TIMEOUT_MS);
    socket.getOutputStream().write(head.getBytes(UTF_8));
    socket.getOutputStream().write(content);
    return new String(socket.getInputStream().readNBytes(ANSWER_BYTES_MAX), UTF_8);
  }
}
