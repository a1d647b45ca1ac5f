package io.hybridycsb.veritas.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.hybridycsb.records.Fields;
import io.hybridycsb.tls.TlsFiles;
import io.hybridycsb.tls.testing.TestCertificates;
import io.hybridycsb.veritas.client.VeritasClient;
import io.hybridycsb.veritas.model.VeritasException;
import io.hybridycsb.veritas.model.VeritasRecord;
import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;

/** Real sockets, real handshakes, and certificates that are made here. */
final class ClientGatewayTlsTest extends GatewayFixture {
  /** What is refused is tried again for so long. */
  private static final int REFUSED_MS = 1_000;

  @TempDir private static Path directory;
  private static TestCertificates ca;
  private static TlsFiles server;
  private static TlsFiles client;

  private final ListAppender<ILoggingEvent> log = new ListAppender<>();

  @BeforeAll
  static void makeCertificates() throws Exception {
    ca = new TestCertificates(directory.resolve("ca"));
    server = ca.issue("server");
    client = ca.issue("client");
  }

  @BeforeEach
  void start() {
    write("user1", Fields.encode(Map.of("f", new byte[] {7})));
    log.list = new CopyOnWriteArrayList<>();
    log.start();
    tlsLogger().setLevel(ch.qos.logback.classic.Level.WARN);
    tlsLogger().addAppender(log);
  }

  @AfterEach
  void stop() {
    tlsLogger().detachAppender(log);
    tlsLogger().setLevel(null);
  }

  private static Logger tlsLogger() {
    return (Logger) LoggerFactory.getLogger("io.hybridycsb.tls");
  }

  private void listen(TlsFiles files) throws IOException {
    listen(files, 10, 1_000);
  }

  private VeritasClient connect(TlsFiles files, int timeoutMs) {
    return connect("127.0.0.1", files, timeoutMs);
  }

  private void assertServes(TlsFiles files) {
    try (VeritasClient connected = connect(files, WAIT_MS)) {
      assertThat(connected.session().get("usertable", "user1"))
          .map(VeritasRecord::fields)
          .hasValueSatisfying(fields -> assertThat(fields.get("f")).containsExactly(7));
    }
  }

  /** Asks until the error, which is one line, says so: the first may come before the handshake. */
  private void assertRefused(TlsFiles files, String... parts) {
    try (VeritasClient connected = connect(files, REFUSED_MS)) {
      await()
          .atMost(Duration.ofMillis(WAIT_MS))
          .untilAsserted(
              () ->
                  assertThatThrownBy(() -> connected.session().get("usertable", "user1"))
                      .isInstanceOf(VeritasException.Unavailable.class)
                      .message()
                      .hasLineCount(1)
                      .startsWith("no connection to 127.0.0.1:" + gateway.port() + ": ")
                      .contains(parts));
    }
  }

  private void awaitLogged(String reason) {
    await()
        .atMost(Duration.ofMillis(WAIT_MS))
        .untilAsserted(
            () ->
                assertThat(log.list)
                    .extracting(ILoggingEvent::getFormattedMessage)
                    .anySatisfy(
                        line ->
                            assertThat(line)
                                .startsWith("refused a connection from /127.0.0.1:")
                                .endsWith(reason)
                                .hasLineCount(1)));
  }

  @Test
  void aGetIsServedOverTls() throws IOException {
    listen(TestCertificates.withoutCa(server));
    assertServes(ca.trust());
  }

  @Test
  void aGetIsServedOverMutualTls() throws IOException {
    listen(server);
    assertServes(client);
  }

  @Test
  void theHostIsCheckedByItsNameAsWellAsByItsAddress() throws IOException {
    listen(TestCertificates.withoutCa(server));
    try (VeritasClient connected = connect("localhost", ca.trust(), WAIT_MS)) {
      assertThat(connected.session().get("usertable", "user1")).isPresent();
    }
  }

  @Test
  void whereACaIsGivenAClientWithoutACertificateIsRefusedAndOthersAreServed() throws IOException {
    listen(server);
    assertRefused(ca.trust(), "no connection to");
    awaitLogged("the other side shows no certificate, and one is expected");
    assertServes(client);
  }

  @Test
  void aClientOfAnotherCaIsRefused() throws Exception {
    listen(server);
    TlsFiles stranger = new TestCertificates(directory.resolve("strangers")).issue("stranger");
    assertRefused(
        new TlsFiles("tls.", stranger.certificate(), stranger.key(), client.ca()),
        "no connection to");
    awaitLogged("the other side's certificate is not from the CA that is trusted here");
    assertServes(client);
  }

  @Test
  void aServerOfAnotherCaIsNotTalkedTo() throws Exception {
    listen(TestCertificates.withoutCa(server));
    TestCertificates other = new TestCertificates(directory.resolve("other"));
    assertRefused(
        other.trust(), "the other side's certificate is not from the CA that is trusted here");
    awaitLogged("expects another certificate than it is shown, if any: certificate_unknown");
  }

  @Test
  void aServerWhoseCertificateHasExpiredIsNotTalkedTo() throws Exception {
    listen(TestCertificates.withoutCa(ca.issueExpired("expired")));
    assertRefused(ca.trust(), "the other side's certificate has expired: NotAfter");
  }

  @Test
  void aServerWhoseCertificateIsForAnotherHostIsNotTalkedTo() throws Exception {
    listen(TestCertificates.withoutCa(ca.issueForElsewhere("elsewhere")));
    assertRefused(
        ca.trust(),
        "the other side's certificate is not good: No subject alternative names",
        "127.0.0.1");
  }

  @Test
  void aPlainClientAtATlsPortIsClosedAndLoggedInOneLine() throws IOException {
    listen(server);
    int port;
    try (Socket plain = new Socket("127.0.0.1", gateway.port())) {
      port = plain.getLocalPort();
      plain.setSoTimeout(WAIT_MS);
      plain.getOutputStream().write("GET / HTTP/1.0\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
      drain(plain);
    }
    awaitLogged("TLS was expected, but the other side doesn't speak it");
    assertThat(linesAbout(port)).hasSize(1);
    assertRefused(TlsFiles.NONE, "no connection to");
    assertServes(client);
  }

  /** What is logged of a client's connection; the log is also that of clients of other tests. */
  private List<String> linesAbout(int port) {
    return log.list.stream()
        .map(ILoggingEvent::getFormattedMessage)
        .filter(line -> line.contains("/127.0.0.1:" + port + ":"))
        .toList();
  }

  @Test
  void aTlsClientAtAPlainPortIsToldWhatWasExpected() throws IOException {
    listen(TlsFiles.NONE);
    assertRefused(client, "TLS was expected, but the other side doesn't speak it");
    assertServes(TlsFiles.NONE);
  }

  @Test
  void aSilentConnectionHoldsUpNobodyAndIsNotWorthALine() throws IOException {
    listen(server);
    int port;
    try (Socket silent = new Socket("127.0.0.1", gateway.port())) {
      port = silent.getLocalPort();
      silent.setSoTimeout(WAIT_MS);
      assertServes(client);
      assertThat(silent.getInputStream().read()).isEqualTo(-1);
    }
    assertThat(linesAbout(port)).isEmpty();
  }
}
