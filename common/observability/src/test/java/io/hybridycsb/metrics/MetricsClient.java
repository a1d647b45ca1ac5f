package io.hybridycsb.metrics;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.Optional;

/** What asks a server for its metrics. */
public final class MetricsClient {
  /** For a server of a test. */
  public static final Optional<InetSocketAddress> ANY_PORT =
      Optional.of(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));

  private MetricsClient() {}

  public static HttpResponse<String> get(InetSocketAddress server, String path)
      throws IOException, InterruptedException {
    URI uri = URI.create("http://127.0.0.1:" + server.getPort() + path);
    return HttpClient.newHttpClient()
        .send(HttpRequest.newBuilder(uri).build(), HttpResponse.BodyHandlers.ofString());
  }
}
