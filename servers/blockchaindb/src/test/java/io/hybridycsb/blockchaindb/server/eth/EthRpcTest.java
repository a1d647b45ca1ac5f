package io.hybridycsb.blockchaindb.server.eth;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import io.hybridycsb.blockchaindb.server.eth.EthRpc.Refused;
import io.hybridycsb.blockchaindb.server.eth.EthRpc.Unreachable;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class EthRpcTest {
  private HttpServer http;
  private String url;

  /** How much longer than what is sent the answer is said to be. */
  private volatile int missing;

  private volatile String answer = "";

  @BeforeEach
  void start() throws IOException {
    http = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    http.createContext(
        "/",
        exchange -> {
          byte[] bytes = answer.getBytes(UTF_8);
          exchange.sendResponseHeaders(200, bytes.length + missing);
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
  void anAnswerThatBeginsAndDoesNotEndIsNotWaitedForForEver() {
    answer = "{";
    missing = 1;
    assertThatThrownBy(() -> new EthRpc(url, 100).call("eth_blockNumber"))
        .isInstanceOf(Unreachable.class)
        .hasMessageStartingWith(url + " does not answer eth_blockNumber: ");
  }

  @Test
  void aRefusalIsToldApartFromNoAnswer() throws Exception {
    answer = "{\"error\":{\"message\":\"nonce too low\"}}";
    assertThatThrownBy(() -> new EthRpc(url).call("eth_sendRawTransaction"))
        .isInstanceOf(Refused.class)
        .hasMessage("nonce too low");
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
        .hasMessageContaining("java.net.ConnectException");
  }
}
