package io.hybridycsb.harness.process;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ReadinessTest {
  private static final LogFile NO_LOG = new LogFile(Path.of("none"));

  private HttpServer server;
  private volatile int status = 200;
  private volatile String body = "";

  @BeforeEach
  void start() throws Exception {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/status",
        exchange -> {
          byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
          exchange.sendResponseHeaders(status, bytes.length);
          exchange.getResponseBody().write(bytes);
          exchange.close();
        });
    server.start();
  }

  @AfterEach
  void stop() {
    server.stop(0);
  }

  private boolean shows(String regex) {
    return new Readiness.ShowsHttp("127.0.0.1", server.getAddress().getPort(), "/status", regex)
        .check(NO_LOG, 0);
  }

  @Test
  void whatIsShownHasToMatch() {
    body = "{\n  \"height\": \"0\"\n}\n";
    assertThat(shows("\"height\":\\s*\"[1-9]")).isFalse();

    body = "{\n  \"height\": \"12\"\n}\n";
    assertThat(shows("\"height\":\\s*\"[1-9]")).isTrue();
  }

  @Test
  void aFailureShowsNothing() {
    body = "as wanted";
    status = 500;

    assertThat(shows("wanted")).isFalse();
  }

  @Test
  void noAnswerShowsNothing() {
    server.stop(0);

    assertThat(shows("")).isFalse();
  }
}
