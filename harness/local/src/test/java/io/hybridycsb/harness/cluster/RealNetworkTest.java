package io.hybridycsb.harness.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hybridycsb.harness.network.Link;
import io.hybridycsb.harness.system.SystemDescription;
import io.hybridycsb.harness.system.network.PairOfNodes;
import io.hybridycsb.harness.system.programs.Home;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A real Toxiproxy between two nodes. */
@Tag("campaign")
@Tag("veritas-tm")
class RealNetworkTest extends ClusterFixture {
  private static final int SOCKET_TIMEOUT_MS = 30_000;
  private static final int RTT_MS = 41;

  private NetworkFaults faults;

  @Override
  SystemDescription system() {
    return new PairOfNodes();
  }

  @BeforeEach
  void watch() {
    faults = new NetworkFaults(directory);
  }

  private void up(Map<String, String> settings) throws Exception {
    up(new Home(root), null, settings, TIMEOUT);
  }

  private Link link(String from) {
    return cluster.existing().network().links().stream()
        .filter(link -> link.from().equals(from))
        .findFirst()
        .orElseThrow();
  }

  private static int targetPort(Link link) {
    return Integer.parseInt(link.target().substring(link.target().indexOf(':') + 1));
  }

  /** What listens on a node's port, as the node itself would, and answers one byte. */
  private static ServerSocket echo(Link link) throws IOException {
    ServerSocket server = new ServerSocket(targetPort(link), 8, InetAddress.getByName("127.0.0.1"));
    Thread thread =
        new Thread(
            () -> {
              while (!server.isClosed()) {
                try (Socket socket = server.accept()) {
                  socket.getOutputStream().write(socket.getInputStream().read());
                } catch (IOException e) {
                  // Closed by the test, or cut off.
                }
              }
            });
    thread.setDaemon(true);
    thread.start();
    return server;
  }

  /** Milliseconds from a byte to its answer; fails if there is none. */
  private static double roundTripMs(Link link) throws IOException {
    try (Socket socket = new Socket("127.0.0.1", link.port())) {
      socket.setSoTimeout(SOCKET_TIMEOUT_MS);
      socket.setTcpNoDelay(true);
      long begun = System.nanoTime();
      socket.getOutputStream().write(7);
      if (socket.getInputStream().read() != 7) {
        throw new IOException("cut off");
      }
      return (System.nanoTime() - begun) / 1e6;
    }
  }

  @Test
  void aRoundTripTakesAtLeastWhatIsAskedForAlsoAfterARestart() throws Exception {
    up(Map.of("network.rtt.ms", Integer.toString(RTT_MS), "network.rate.mbit", "100"));
    try (ServerSocket server = echo(link("node1"))) {
      assertThat(roundTripMs(link("node1"))).isGreaterThanOrEqualTo(RTT_MS);

      cluster.kill(List.of("toxiproxy"));
      assertThatThrownBy(() -> roundTripMs(link("node1"))).isInstanceOf(IOException.class);
      cluster.restart(List.of("toxiproxy"), TIMEOUT);
      assertThat(roundTripMs(link("node1"))).isGreaterThanOrEqualTo(RTT_MS);
    }
    assertThat(cluster.existing().versions()).containsKey("Toxiproxy");
  }

  @Test
  void aNodeThatIsCutOffStaysSoUntilItIsHealedAlsoOverARestart() throws Exception {
    up(Map.of("network.rtt.ms", "0"));
    try (ServerSocket server = echo(link("node1"))) {
      assertThat(roundTripMs(link("node1"))).isNotNegative();

      assertThat(faults.cutOff(List.of("node1"))).containsExactly("node1");
      assertThatThrownBy(() -> roundTripMs(link("node1"))).isInstanceOf(IOException.class);
      assertThatThrownBy(() -> roundTripMs(link("node2"))).isInstanceOf(IOException.class);
      cluster.restart(List.of("toxiproxy"), TIMEOUT);
      assertThatThrownBy(() -> roundTripMs(link("node1"))).isInstanceOf(IOException.class);

      faults.heal();
      assertThat(roundTripMs(link("node1"))).isNotNegative();
    }
  }
}
