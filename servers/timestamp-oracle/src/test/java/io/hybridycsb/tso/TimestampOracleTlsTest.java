package io.hybridycsb.tso;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.hybridycsb.tls.ClientTls;
import io.hybridycsb.tls.ServerTls;
import io.hybridycsb.tls.TlsFiles;
import io.hybridycsb.tls.testing.TestCertificates;
import io.hybridycsb.tso.client.HostPort;
import io.hybridycsb.tso.client.TimestampClient;
import io.hybridycsb.tso.client.TimestampOracleException;
import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TimestampOracleTlsTest {
  private static final long TIMEOUT_MS = 30_000;

  /** How long a client that is refused asks at a time. */
  private static final long REFUSED_MS = 2_000;

  @TempDir private static Path certificates;
  private static TestCertificates ca;
  private static TlsFiles oracle;
  private static TlsFiles client;

  @TempDir private Path data;
  @AutoClose private TimestampOracleServer server;

  @BeforeAll
  static void makeCertificates() throws Exception {
    ca = new TestCertificates(certificates);
    oracle = ca.issue("oracle");
    client = ca.issue("client");
  }

  private void start(TlsFiles files) throws IOException {
    server = TimestampOracleServer.start("127.0.0.1:0", data, 10_000, 0, ServerTls.of(files));
  }

  private TimestampClient connect(TlsFiles files) {
    return TimestampClient.connect(
        server.address(), TimestampClient.Options.DEFAULT, ClientTls.of(files));
  }

  @Test
  void timestampsComeOverMutualTls() throws IOException {
    start(oracle);
    try (TimestampClient one = connect(client)) {
      assertThat(one.next(TIMEOUT_MS)).isLessThan(one.next(TIMEOUT_MS));
    }
  }

  @Test
  void aServerWithoutACaAsksForNoCertificate() throws IOException {
    start(TestCertificates.withoutCa(oracle));
    try (TimestampClient one = connect(ca.trust())) {
      assertThat(one.next(TIMEOUT_MS)).isPositive();
    }
  }

  @Test
  void aClientThatExpectsTlsSaysSoOfAPlainOracle() throws IOException {
    start(TlsFiles.NONE);
    try (TimestampClient one = connect(client)) {
      // The first may give up before the handshake has failed.
      await()
          .atMost(Duration.ofMillis(TIMEOUT_MS))
          .untilAsserted(
              () ->
                  assertThatThrownBy(() -> one.next(REFUSED_MS))
                      .isInstanceOf(TimestampOracleException.class)
                      .hasMessageContaining(
                          "TLS was expected, but the other side doesn't speak it"));
    }
  }

  @Test
  void aClientWithoutACertificateGetsNoTimestampAndOthersDo() throws IOException {
    start(oracle);
    try (TimestampClient stranger = connect(ca.trust());
        TimestampClient known = connect(client)) {
      assertThatThrownBy(() -> stranger.next(REFUSED_MS))
          .isInstanceOf(TimestampOracleException.class);
      assertThat(known.next(TIMEOUT_MS)).isPositive();
    }
  }

  @Test
  void aPlainConnectionIsClosedAndOthersGoOn() throws IOException {
    start(oracle);
    try (TimestampClient known = connect(client);
        Socket plain = new Socket("127.0.0.1", HostPort.parse(server.address()).port())) {
      plain.setSoTimeout((int) TIMEOUT_MS);
      plain.getOutputStream().write("PRI * HTTP/2.0\r\n".getBytes(StandardCharsets.US_ASCII));
      assertThat(readToEnd(plain)).isTrue();
      assertThat(known.next(TIMEOUT_MS)).isPositive();
    }
    try (TimestampClient plain =
        TimestampClient.connect(
            server.address(), TimestampClient.Options.DEFAULT, Optional.empty())) {
      assertThatThrownBy(() -> plain.next(REFUSED_MS)).isInstanceOf(TimestampOracleException.class);
    }
  }

  private static boolean readToEnd(Socket socket) {
    try {
      socket.getInputStream().readAllBytes();
      return true;
    } catch (java.net.SocketException e) {
      return true;
    } catch (IOException e) {
      return false;
    }
  }
}
