package io.hybridycsb.harness.http;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Optional;

/** Asks servers on the loopback interface over HTTP. */
public class Loopback {
  /** Without TLS. */
  public static final Loopback PLAIN = new Loopback("http");

  static final Duration TIMEOUT = Duration.ofSeconds(10);

  private static final int OK = 200;
  private static final int NOT_FOUND = 404;
  private static final ObjectMapper JSON = new ObjectMapper();

  private final String scheme;
  private HttpClient client;

  Loopback(String scheme) {
    this.scheme = scheme;
  }

  /**
   * The body of the answer.
   *
   * @throws IOException if the server doesn't answer within ten seconds, or with another status
   *     than 200
   */
  public final String get(int port, String path) throws IOException, InterruptedException {
    return found(port, path).orElseThrow(() -> failed(path, NOT_FOUND));
  }

  /** As {@link #get}, as JSON; empty if the server has nothing at that path. */
  public final Optional<JsonNode> json(int port, String path)
      throws IOException, InterruptedException {
    Optional<String> body = found(port, path);
    return body.isEmpty() ? Optional.empty() : Optional.of(JSON.readTree(body.get()));
  }

  /** Posts JSON, and returns the answer's; it fails as {@link #get} does. */
  public final JsonNode post(int port, String path, String json)
      throws IOException, InterruptedException {
    HttpResponse<String> response = send("POST", port, path, json, TIMEOUT);
    if (response.statusCode() != OK) {
      throw failed(path, response.statusCode());
    }
    return JSON.readTree(response.body());
  }

  /**
   * Sends a request, and returns the answer whatever its status is.
   *
   * @param json the request's body; may be empty
   * @throws IOException if the server doesn't answer in time
   */
  public final HttpResponse<String> send(
      String method, int port, String path, String json, Duration timeout)
      throws IOException, InterruptedException {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(scheme + "://127.0.0.1:" + port + path))
            .timeout(timeout)
            .header("Content-Type", "application/json")
            .method(method, HttpRequest.BodyPublishers.ofString(json))
            .build();
    return client().send(request, HttpResponse.BodyHandlers.ofString());
  }

  private synchronized HttpClient client() throws IOException {
    if (client == null) {
      client =
          configured(
                  HttpClient.newBuilder()
                      .connectTimeout(TIMEOUT)
                      .version(HttpClient.Version.HTTP_1_1))
              .build();
    }
    return client;
  }

  HttpClient.Builder configured(HttpClient.Builder builder) throws IOException {
    return builder;
  }

  private Optional<String> found(int port, String path) throws IOException, InterruptedException {
    HttpResponse<String> response = send("GET", port, path, "", TIMEOUT);
    return switch (response.statusCode()) {
      case OK -> Optional.of(response.body());
      case NOT_FOUND -> Optional.empty();
      default -> throw failed(path, response.statusCode());
    };
  }

  /**
   * The socket, connected; closed if that fails.
   *
   * @param timeoutMs for the connection, and for each read
   */
  public static Socket connected(Socket socket, InetSocketAddress address, int timeoutMs)
      throws IOException {
    try {
      socket.setSoTimeout(timeoutMs);
      socket.connect(address, timeoutMs);
      return socket;
    } catch (IOException e) {
      socket.close();
      throw e;
    }
  }

  private static IOException failed(String path, int status) {
    return new IOException("%s answered with status %d".formatted(path, status));
  }
}
