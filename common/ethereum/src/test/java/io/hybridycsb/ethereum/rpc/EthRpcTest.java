package io.hybridycsb.ethereum.rpc;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import io.hybridycsb.ethereum.rpc.EthRpc.Refused;
import io.hybridycsb.ethereum.rpc.EthRpc.Unreachable;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class EthRpcTest {
  private HttpServer http;
  private String url;

  /** How much longer than what is sent the answer is said to be. */
  private volatile int missing;

  private volatile int status = 200;
  private volatile String answer = "";
  private final Set<InetSocketAddress> callers = ConcurrentHashMap.newKeySet();

  @BeforeEach
  void start() throws IOException {
    http = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    http.createContext(
        "/",
        exchange -> {
          byte[] bytes = answer.getBytes(UTF_8);
          callers.add(exchange.getRemoteAddress());
          exchange.getRequestBody().readAllBytes();
          exchange.getResponseHeaders().set("Location", url + "/elsewhere");
          boolean isEmpty = bytes.length + missing == 0;
          exchange.sendResponseHeaders(status, isEmpty ? -1 : bytes.length + missing);
          exchange.getResponseBody().write(bytes);
          exchange.getResponseBody().flush();
          if (missing == 0) {
            exchange.close();
          }
        });
    http.start();
    url = "http://127.0.0.1:" + http.getAddress().getPort();
  }

  @AfterEach
  void stop() {
    http.stop(0);
  }

  @Test
  void noMessageHasTheAddressesPathWhichMayBeASecret() {
    EthRpc rpc = new EthRpc(url + "/secret");
    for (int refused : new int[] {404, 500}) {
      status = refused;

      assertThatThrownBy(() -> rpc.call("eth_blockNumber"))
          .isInstanceOf(Unreachable.class)
          .hasMessage("%s answers with HTTP status %d".formatted(url, refused));
    }
    status = 200;
    answer = "{}";
    assertThatThrownBy(() -> rpc.call("eth_blockNumber"))
        .hasMessage(url + " answers with something else than a result");
    stop();
    assertThatThrownBy(() -> rpc.call("eth_blockNumber"))
        .hasMessageStartingWith(url + " does not answer eth_blockNumber: ");
  }

  @Test
  void anAnswerThatBeginsAndDoesNotEndIsNotWaitedForForEver() {
    answer = "{";
    missing = 1;
    assertThatThrownBy(() -> new EthRpc(url, 100).call("eth_blockNumber"))
        .isInstanceOf(Unreachable.class)
        .hasMessageStartingWith(url + " does not answer eth_blockNumber: ");
  }

  @Test
  void anAnswerThatIsTooLargeIsNotRead() throws Exception {
    answer = "{\"result\":\"" + "x".repeat(1_000) + "\"}";
    assertThat(new EthRpc(url, 60_000, 2_000).call("eth_call").asText()).hasSize(1_000);
    assertThatThrownBy(() -> new EthRpc(url, 60_000, 500).call("eth_call"))
        .isInstanceOf(Unreachable.class)
        .hasMessageEndingWith("the answer has more than 500 bytes");
    assertThatThrownBy(() -> new EthRpc(url, 60_000, 2_000).within(400).call("eth_call"))
        .isInstanceOf(Unreachable.class)
        .hasMessageEndingWith("the answer has more than 400 bytes");
  }

  @Test
  void aRefusalIsToldApartFromNoAnswer() throws Exception {
    answer = "{\"error\":{\"message\":\"nonce too low\"}}";
    assertThatThrownBy(() -> new EthRpc(url).call("eth_sendRawTransaction"))
        .isInstanceOf(Refused.class)
        .hasMessage("nonce too low");
    answer = "{\"error\":{\"message\":\"a\\nb\\u001b" + "c".repeat(1_000) + "\"}}";
    assertThatThrownBy(() -> new EthRpc(url).call("eth_sendRawTransaction"))
        .isInstanceOf(Refused.class)
        .hasMessage("a.b." + "c".repeat(296));
    answer = "[]";
    assertThatThrownBy(() -> new EthRpc(url).call("eth_sendRawTransaction"))
        .isInstanceOf(Unreachable.class);
    answer = "{\"result\":null}";
    assertThat(new EthRpc(url).call("eth_getTransactionByHash").isNull()).isTrue();
  }

  @Test
  void whoIsNotThereDoesNotAnswer() {
    http.stop(0);
    assertThatThrownBy(() -> new EthRpc(url).call("eth_blockNumber"))
        .isInstanceOf(Unreachable.class)
        .hasMessageEndingWith("does not answer eth_blockNumber: Connection refused");
  }

  /** By its client itself; what the client was asked may have been done already. */
  @Test
  void aCallWithoutAnAnswerIsNotSentAgain() throws Exception {
    AtomicInteger requests = new AtomicInteger();
    try (ServerSocket server = new ServerSocket(0, 0, InetAddress.getLoopbackAddress())) {
      Thread taker = new Thread(() -> takeWithoutAnswer(server, requests));
      taker.start();
      EthRpc rpc = new EthRpc("http://127.0.0.1:" + server.getLocalPort());
      assertThatThrownBy(() -> rpc.call("eth_sendRawTransaction")).isInstanceOf(Unreachable.class);
      assertThatThrownBy(() -> rpc.call("eth_sendRawTransaction")).isInstanceOf(Unreachable.class);
      server.close();
      taker.join();
    }
    assertThat(requests).hasValue(2);
  }

  private static void takeWithoutAnswer(ServerSocket server, AtomicInteger requests) {
    while (true) {
      try (Socket socket = server.accept()) {
        socket.getInputStream().read(new byte[4_096]);
        requests.incrementAndGet();
      } catch (IOException e) {
        return;
      }
    }
  }

  @Test
  void callsShareAConnection() throws Exception {
    answer = "{\"result\":1}";
    EthRpc rpc = new EthRpc(url);
    for (int i = 0; i < 5; i++) {
      assertThat(rpc.call("eth_blockNumber").asInt()).isEqualTo(1);
    }
    assertThat(callers).hasSize(1);
  }

  @Test
  void anotherStatusWithoutAnAnswerIsNone() {
    for (int other : new int[] {302, 404, 500}) {
      status = other;
      assertThatThrownBy(() -> new EthRpc(url).call("eth_blockNumber"))
          .isInstanceOf(Unreachable.class)
          .hasMessageStartingWith(url);
    }
    status = 500;
    answer = "{\"error\":{\"message\":\"busy\\n\\u001b[2J\"}}";
    assertThatThrownBy(() -> new EthRpc(url).call("eth_blockNumber"))
        .isInstanceOf(Refused.class)
        .hasMessage("busy..[2J");
  }

  @Test
  void whoIsInterruptedAsksNothing() {
    Thread.currentThread().interrupt();
    assertThatThrownBy(() -> new EthRpc(url).call("eth_blockNumber"))
        .isInstanceOf(InterruptedException.class);
    assertThat(callers).isEmpty();
  }
}
