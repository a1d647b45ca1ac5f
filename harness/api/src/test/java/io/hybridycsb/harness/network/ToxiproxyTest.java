package io.hybridycsb.harness.network;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.hybridycsb.harness.HarnessException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What a Toxiproxy is asked for; what a real one makes of it is tested in the campaign. */
class ToxiproxyTest {
  private static final int REFUSED = 409;

  private static final ObjectMapper JSON = new ObjectMapper();

  private final List<String> calls = new CopyOnWriteArrayList<>();
  private int answer = 200;
  private HttpServer server;

  @BeforeEach
  void start() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/", this::handle);
    server.start();
  }

  @AfterEach
  void stop() {
    server.stop(0);
  }

  private void handle(HttpExchange exchange) throws IOException {
    try (exchange) {
      Map<?, ?> body = JSON.readValue(exchange.getRequestBody(), TreeMap.class);
      calls.add(
          "%s %s %s"
              .formatted(
                  exchange.getRequestMethod(),
                  exchange.getRequestURI(),
                  JSON.writeValueAsString(body)));
      exchange.sendResponseHeaders(answer, -1);
    }
  }

  private Network network(int rttMs, int rateMbit, Link... links) {
    return new Network(server.getAddress().getPort(), rttMs, rateMbit, List.of(links), Set.of());
  }

  private static Toxiproxy toxiproxy(Network network) {
    return new Toxiproxy(network, Duration.ofMinutes(1));
  }

  private static Link link(String from, String to) {
    return new Link(from, to, to, "127.0.0.1:1", "127.0.0.1:2");
  }

  @Test
  void aProxyTakesNoConnectionBeforeItsDelaysAndRatesAreSet() {
    toxiproxy(network(41, 100, link("node1", "node2"))).setUp();

    String proxy = "/proxies/node1_node2";
    String toxic =
        "POST " + proxy + "/toxics {\"attributes\":{\"%s\":%d},\"stream\":\"%s\",\"toxicity\":1.0,";
    String latency = "\"type\":\"latency\"}";
    String bandwidth = "\"type\":\"bandwidth\"}";
    assertThat(calls)
        .containsExactly(
            "POST /proxies {\"enabled\":false,\"listen\":\"127.0.0.1:1\","
                + "\"name\":\"node1_node2\",\"upstream\":\"127.0.0.1:2\"}",
            toxic.formatted("latency", 21, "upstream") + latency,
            toxic.formatted("latency", 20, "downstream") + latency,
            toxic.formatted("rate", 12_500, "upstream") + bandwidth,
            toxic.formatted("rate", 12_500, "downstream") + bandwidth,
            "PATCH " + proxy + " {\"enabled\":true}");
  }

  @Test
  void eachLinkHasTheRoundTripOfItsRegions() {
    Network network =
        new Network(
            server.getAddress().getPort(),
            2,
            0,
            List.of(link("node1", "node2"), link("node1", "node5")),
            Set.of(),
            RttMatrix.read("europe"));

    toxiproxy(network).setUp();

    assertThat(calls)
        .filteredOn(call -> call.contains("latency"))
        .extracting(
            call -> call.replaceFirst(".*proxies/(\\w+)/.*\"latency\":([0-9]+)}.*", "$1 $2"))
        .containsExactly("node1_node2 14", "node1_node2 13", "node1_node5 2", "node1_node5 1");
    assertThat(network).hasToString("3 to 27 ms there and back, any rate, over 2 links");
  }

  @Test
  void aNodeThatIsCutOffStaysSoWhenTheProxiesAreMadeAgain() {
    Network network =
        network(0, 0, link("node1", "node2"), link("node2", "node1"), link("node2", "node3"));
    toxiproxy(network.withCutOff(Set.of("node1"))).setUp();

    assertThat(calls)
        .filteredOn(call -> !call.startsWith("POST /proxies {"))
        .containsExactly(
            "PATCH /proxies/node1_node2 {\"enabled\":false}",
            "PATCH /proxies/node2_node1 {\"enabled\":false}",
            "PATCH /proxies/node2_node3 {\"enabled\":true}");
  }

  @Test
  void aRefusalIsToldWithWhatWasAskedFor() {
    answer = REFUSED;

    assertThatThrownBy(() -> toxiproxy(network(0, 0, link("node1", "node2"))).setUp())
        .isInstanceOf(HarnessException.class)
        .hasMessageStartingWith("Toxiproxy refuses POST /proxies: ");
  }
}
