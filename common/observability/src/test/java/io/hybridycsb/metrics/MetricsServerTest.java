package io.hybridycsb.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import io.hybridycsb.metrics.ComponentTimes.Operation;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(120)
class MetricsServerTest {
  private static final int PATIENCE_MS = 60_000;

  private final ComponentTimes times = new ComponentTimes();
  private final AtomicBoolean ready = new AtomicBoolean();
  @AutoClose private final MetricsServer server;

  MetricsServerTest() throws IOException {
    server = new MetricsServer(MetricsClient.ANY_PORT, ready::get);
    server.show(times);
  }

  private HttpResponse<String> get(String path) throws IOException, InterruptedException {
    return MetricsClient.get(server.address(), path);
  }

  private static long seconds(long seconds) {
    return TimeUnit.SECONDS.toNanos(seconds);
  }

  @Test
  void componentsAreShownInSecondsAndWhatTheyLeaveIsOther()
      throws IOException, InterruptedException {
    times.add(Operation.COMMIT, 2, seconds(10), seconds(4), seconds(3), seconds(2));
    times.add(Operation.COMMIT, 1, seconds(5), seconds(5), 0, 0);
    assertThat(get("/metrics").body().lines())
        .contains(
            "hybrid_operations_total{operation=\"commit\"} 3.0",
            "hybrid_operations_total{operation=\"read\"} 0.0",
            "hybrid_component_seconds_total{component=\"consensus\",operation=\"commit\"} 9.0",
            "hybrid_component_seconds_total{component=\"ledger\",operation=\"commit\"} 3.0",
            "hybrid_component_seconds_total{component=\"database\",operation=\"commit\"} 2.0",
            "hybrid_component_seconds_total{component=\"other\",operation=\"commit\"} 1.0");
  }

  @Test
  void saysWhetherItServes() throws IOException, InterruptedException {
    assertThat(get("/readyz").statusCode()).isEqualTo(503);
    ready.set(true);
    assertThat(get("/readyz").statusCode()).isEqualTo(200);
    assertThat(get("/healthz").statusCode()).isEqualTo(200);
  }

  /** Together, since the server takes ten seconds to close one that is silent. */
  @Test
  void silentConnectionsAndHalfSentRequestsOnAllThreadsKeepNobodyOutForGood()
      throws IOException, InterruptedException {
    List<Socket> connections = new ArrayList<>();
    try {
      connections.add(connect());
      for (int i = 0; i < 2 * MetricsServer.THREADS; i++) {
        Socket halfSent = connect();
        connections.add(halfSent);
        halfSent.getOutputStream().write("GET /met".getBytes(StandardCharsets.US_ASCII));
      }
      assertThat(get("/healthz").statusCode()).isEqualTo(200);
      for (Socket connection : connections) {
        assertThat(isClosedByServer(connection)).isTrue();
      }
    } finally {
      for (Socket connection : connections) {
        connection.close();
      }
    }
  }

  private Socket connect() throws IOException {
    Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.address().getPort());
    socket.setSoTimeout(PATIENCE_MS);
    return socket;
  }

  /** Waits for the end; a reset is how it looks where the server had bytes left to read. */
  private static boolean isClosedByServer(Socket socket) throws IOException {
    try {
      return socket.getInputStream().read() == -1;
    } catch (SocketException e) {
      return true;
    }
  }
}
