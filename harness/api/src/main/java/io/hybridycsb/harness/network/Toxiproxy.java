package io.hybridycsb.harness.network;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hybridycsb.harness.HarnessException;
import io.hybridycsb.harness.http.Loopback;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.time.Duration;

/** Controls a running Toxiproxy through its HTTP API. */
public final class Toxiproxy {
  private static final Duration TIMEOUT = Duration.ofSeconds(10);

  /** Toxiproxy counts in 1000 bytes per second. */
  private static final long KILOBYTES_PER_MEGABIT = 125;

  private final Network network;
  private final Duration timeout;

  public Toxiproxy(Network network) {
    this(network, TIMEOUT);
  }

  /**
   * @param timeout of each call
   */
  Toxiproxy(Network network, Duration timeout) {
    this.network = network;
    this.timeout = timeout;
  }

  /**
   * Makes the proxies after the start. No proxy takes a connection before its delay is set.
   *
   * @throws HarnessException if it doesn't answer, or refuses
   */
  public void setUp() {
    for (Link link : network.links()) {
      call(
          "POST",
          "/proxies",
          object()
              .put("name", link.name())
              .put("listen", link.listen())
              .put("upstream", link.target())
              .put("enabled", false));
      addToxics(link);
    }
    applyCuts();
  }

  /** An odd millisecond is added on the way there. Data are delayed first, then limited in rate. */
  private void addToxics(Link link) {
    addLatency(link, "upstream", (network.rttMs() + 1) / 2);
    addLatency(link, "downstream", network.rttMs() / 2);
    if (network.rateMbit() > 0) {
      for (String stream : new String[] {"upstream", "downstream"}) {
        ObjectNode toxic = toxic("bandwidth", stream);
        toxic.putObject("attributes").put("rate", network.rateMbit() * KILOBYTES_PER_MEGABIT);
        call("POST", "/proxies/" + link.name() + "/toxics", toxic);
      }
    }
  }

  private void addLatency(Link link, String stream, long latencyMs) {
    if (latencyMs > 0) {
      ObjectNode toxic = toxic("latency", stream);
      toxic.putObject("attributes").put("latency", latencyMs).put("jitter", 0);
      call("POST", "/proxies/" + link.name() + "/toxics", toxic);
    }
  }

  private static ObjectNode toxic(String type, String stream) {
    return object().put("type", type).put("stream", stream).put("toxicity", 1.0);
  }

  private static ObjectNode object() {
    return JsonNodeFactory.instance.objectNode();
  }

  /** Closes the cut links with all their connections, and opens the others. */
  public void applyCuts() {
    for (Link link : network.links()) {
      ObjectNode change = object().put("enabled", network.isOpen(link));
      call("PATCH", "/proxies/" + link.name(), change);
    }
  }

  private void call(String method, String path, ObjectNode body) {
    try {
      HttpResponse<String> response =
          Loopback.PLAIN.send(method, network.apiPort(), path, body.toString(), timeout);
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
