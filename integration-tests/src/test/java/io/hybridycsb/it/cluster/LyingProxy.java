package io.hybridycsb.it.cluster;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** A proxy before a chain's client that replaces one text by another in its answers. */
public final class LyingProxy implements AutoCloseable {
  private final HttpClient http =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
  private final ExecutorService threads = Executors.newFixedThreadPool(8);
  private final HttpServer server;
  private final URI client;
  private final String truth;
  private final String lie;

  /**
   * @param truth in hex
   * @param lie of the same length
   */
  public LyingProxy(String client, String truth, String lie) throws IOException {
    this.client = URI.create(client);
    this.truth = truth;
    this.lie = lie;
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 64);
    server.setExecutor(threads);
    server.createContext("/", this::forward);
    server.start();
  }

  public String url() {
    return "http://127.0.0.1:" + server.getAddress().getPort();
  }

  private void forward(HttpExchange exchange) throws IOException {
    try (exchange) {
      byte[] question = exchange.getRequestBody().readAllBytes();
      HttpResponse<String> answer =
          http.send(
              HttpRequest.newBuilder(client)
                  .header("Content-Type", "application/json")
                  .POST(HttpRequest.BodyPublishers.ofByteArray(question))
                  .build(),
              HttpResponse.BodyHandlers.ofString());
      byte[] told = answer.body().replace(truth, lie).getBytes(StandardCharsets.UTF_8);
      exchange.getResponseHeaders().set("Content-Type", "application/json");
      exchange.sendResponseHeaders(answer.statusCode(), told.length);
      exchange.getResponseBody().write(told);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void close() {
    server.stop(0);
    threads.shutdownNow();
  }
}
