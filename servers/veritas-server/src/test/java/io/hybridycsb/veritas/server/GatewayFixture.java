package io.hybridycsb.veritas.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.hybridycsb.commands.ProcessingTime;
import io.hybridycsb.peers.PeerBounds.Times;
import io.hybridycsb.records.StateKey;
import io.hybridycsb.tls.ServerTls;
import io.hybridycsb.tls.TlsFiles;
import io.hybridycsb.veritas.client.ClientOptions;
import io.hybridycsb.veritas.client.VeritasClient;
import io.hybridycsb.veritas.core.node.Node;
import io.hybridycsb.veritas.core.spi.InMemoryStateStore;
import io.hybridycsb.veritas.core.spi.StateBatch;
import io.hybridycsb.veritas.core.spi.StateWrite;
import io.hybridycsb.veritas.model.StateValue;
import io.hybridycsb.veritas.server.ClientGateway.ClientFrames;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.time.Duration;
import java.util.List;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** A node in memory, and real sockets to it. */
abstract class GatewayFixture {
  static final int WAIT_MS = 60_000;

  /**
   * As in the node's process; held for good, since a logger that nobody holds forgets its level.
   */
  private static final Logger GRPC_LOGGER = Logger.getLogger("io.grpc");

  static {
    GRPC_LOGGER.setLevel(Level.SEVERE);
  }

  final InMemoryStateStore state = new InMemoryStateStore();
  final ClientFrames frames = new ClientFrames();
  private Node node;
  private ProcessingTime processing = new ProcessingTime(0);
  ClientGateway gateway;

  @BeforeEach
  final void startNode() throws Exception {
    node = node();
    node.start();
    assertThat(node.awaitCaughtUp(WAIT_MS)).isTrue();
  }

  Node node() {
    return OneNode.over(state);
  }

  @AfterEach
  final void stopNode() {
    if (gateway != null) {
      gateway.close();
    }
    processing.close();
    node.close();
  }

  /** Writes are processed so long from the next {@link #listen} on. */
  final void processFor(int ms) {
    processing.close();
    processing = new ProcessingTime(ms);
  }

  final void listen(TlsFiles files, int connectionsMax, int callsMax) throws IOException {
    listen(files, Times.DEFAULT, connectionsMax, callsMax, 64L << 20);
  }

  final void listen(
      TlsFiles files, Times times, int connectionsMax, int callsMax, long requestBytesMax)
      throws IOException {
    gateway =
        new ClientGateway(
            node,
            processing,
            new ClientGateway.Port(
                OneNode.at("127.0.0.1:1"),
                new InetSocketAddress("127.0.0.1", 0),
                ServerTls.of(files),
                times,
                connectionsMax,
                callsMax,
                requestBytesMax),
            frames);
  }

  final VeritasClient connect(String host, TlsFiles files, int timeoutMs) {
    return VeritasClient.connect(
        OneNode.at(host + ":" + gateway.port()),
        OneNode.CLIENT_KEY,
        ClientOptions.DEFAULT.withTimeoutMs(timeoutMs).withTls(files));
  }

  final void write(String key, byte[] fields) {
    byte[] value = StateValue.put(1, fields);
    state.apply(
        new StateBatch(
            state.appliedHeight(),
            List.of(new StateWrite(StateKey.of("usertable", key), value, true))));
  }

  /** Reads until the other side closes the connection. */
  static void drain(Socket socket) throws IOException {
    try {
      socket.getInputStream().readAllBytes();
    } catch (SocketException e) {
      assertThat(e).hasMessageContaining("reset");
    }
  }

  static ConditionFactory await() {
    return Awaitility.await().atMost(Duration.ofMinutes(1));
  }
}
