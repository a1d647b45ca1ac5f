package io.hybridycsb.harness.bench;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/** How many blocks a Veritas has decided, from the metrics of its first node. */
final class BlocksProbe implements Probe {
  private static final Duration TIMEOUT = Duration.ofSeconds(5);
  private static final String HEIGHT = "veritas_height_decided ";
  private static final String BLOCKS = "blocks decided";

  private final int port;
  private final HttpClient client = HttpClient.newBuilder().connectTimeout(TIMEOUT).build();

  /**
   * @param port of the node's metrics, on the loopback interface
   */
  BlocksProbe(int port) {
    this.port = port;
  }

  @Override
  public SortedMap<String, Double> counts() {
    SortedMap<String, Double> counts = new TreeMap<>();
    URI uri = URI.create("http://127.0.0.1:" + port + "/metrics");
    try {
      HttpResponse<String> response =
          client.send(
              HttpRequest.newBuilder(uri).timeout(TIMEOUT).build(),
              HttpResponse.BodyHandlers.ofString());
      response
          .body()
          .lines()
          .filter(line -> line.startsWith(HEIGHT))
          .forEach(
              line ->
                  counts.put(BLOCKS, Double.parseDouble(line.substring(HEIGHT.length()).strip())));
    } catch (IOException e) {
      // Told by what is found, or rather not found, then.
      counts.clear();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return counts;
  }

  @Override
  public Findings findings(SortedMap<String, Double> counted, int nodes) {
    List<String> warnings =
        counted.isEmpty() ? List.of("the first node's metrics couldn't be read") : List.of();
    return new Findings(counted, new TreeMap<>(), "", warnings);
  }
}
