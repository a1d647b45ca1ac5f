package io.hybridycsb.harness.network;

import io.hybridycsb.harness.HarnessException;
import io.hybridycsb.harness.files.Json;
import io.hybridycsb.harness.http.Loopback;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/**
 * Controls a running Toxiproxy through its HTTP API.
 *
 * @param timeout of each call
 */
public record Toxiproxy(Network network, Duration timeout) {
  private static final Duration TIMEOUT = Duration.ofSeconds(10);

  /** Toxiproxy counts in 1000 bytes per second. */
  private static final long KILOBYTES_PER_MEGABIT = 125;

  public Toxiproxy(Network network) {
    this(network, TIMEOUT);
  }

  /**
   * Makes the proxies after the start. No proxy takes a connection before its delay is set.
   *
   * @throws HarnessException if it doesn't answer, or refuses
   */
  public void setUp() {
    for (Link link : network.links()) {
      Map<String, ?> proxy =
          Map.of(
              "name", link.name(),
              "listen", link.listen(),
              "upstream", link.target(),
              "enabled", false);
      call("POST", "/proxies", proxy);
      addToxics(link);
    }
    applyCuts();
  }

  /** An odd millisecond is added on the way there. Data are delayed first, then limited in rate. */
  private void addToxics(Link link) {
    addToxic(link, "upstream", "latency", "latency", (network.rttMs(link) + 1) / 2);
    addToxic(link, "downstream", "latency", "latency", network.rttMs(link) / 2);
    for (String stream : List.of("upstream", "downstream")) {
      long kilobytes = network.rateMbit() * KILOBYTES_PER_MEGABIT;
      addToxic(link, stream, "bandwidth", "rate", kilobytes);
    }
  }

  private void addToxic(Link link, String stream, String type, String attribute, long value) {
    if (value > 0) {
      Map<String, ?> toxic =
          Map.of(
              "type",
              type,
              "stream",
              stream,
              "toxicity",
              1.0,
              "attributes",
              Map.of(attribute, value));
      call("POST", "/proxies/" + link.name() + "/toxics", toxic);
    }
  }

  /** Closes the cut links with all their connections, and opens the others. */
  public void applyCuts() {
    for (Link link : network.links()) {
      call("PATCH", "/proxies/" + link.name(), Map.of("enabled", network.isOpen(link)));
    }
  }

  private void call(String method, String path, Map<String, ?> body) {
    try {
      HttpResponse<String> response =
          Loopback.PLAIN.send(method, network.apiPort(), path, Json.text(body), timeout);
      if (response.statusCode() / 100 != 2) {
        throw new HarnessException(
            "Toxiproxy refuses %s %s: %s".formatted(method, path, response.body().strip()));
      }
    } catch (IOException e) {
      throw new HarnessException(
          "Toxiproxy doesn't answer on port %d: see 'hybrid status'".formatted(network.apiPort()),
          e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new HarnessException("interrupted", e);
    }
  }
}
