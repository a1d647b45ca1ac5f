package io.hybridycsb.harness.network;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.hybridycsb.harness.HarnessException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What a Toxiproxy is asked for; what a real one makes of it is tested in the campaign. */
class ToxiproxyTest {
  private static final int REFUSED = 409;

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
      String body = new String(exchange.getRequestBody().readAllBytes(), UTF_8);
      calls.add(exchange.getRequestMethod() + " " + exchange.getRequestURI() + " " + body);
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
    String toxic = "POST " + proxy + "/toxics {\"type\":\"%s\",\"stream\":\"%s\",\"toxicity\":1.0,";
    String latency = "\"attributes\":{\"latency\":%d,\"jitter\":0}}";
    String rate = "\"attributes\":{\"rate\":12500}}";
    assertThat(calls)
        .containsExactly(
            "POST /proxies {\"name\":\"node1_node2\",\"listen\":\"127.0.0.1:1\","
                + "\"upstream\":\"127.0.0.1:2\",\"enabled\":false}",
            toxic.formatted("latency", "upstream") + latency.formatted(21),
            toxic.formatted("latency", "downstream") + latency.formatted(20),
            toxic.formatted("bandwidth", "upstream") + rate,
            toxic.formatted("bandwidth", "downstream") + rate,
            "PATCH " + proxy + " {\"enabled\":true}");
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
