package io.hybridycsb.ycsb.veritas;

import io.hybridycsb.veritas.client.ClientOptions;
import io.hybridycsb.veritas.client.Session;
import io.hybridycsb.veritas.client.VeritasClient;
import io.hybridycsb.veritas.client.VeritasException;
import io.hybridycsb.veritas.cluster.ClusterConfig;
import io.hybridycsb.veritas.crypto.SigningKey;

/** The client of all threads, and where their sessions begin. */
final class SharedClient implements AutoCloseable {
  private static final int SPREAD = -1;

  private final VeritasClient client;
  private final int node;

  private SharedClient(VeritasClient client, int node) {
    this.client = client;
    this.node = node;
  }

  /**
   * Connects.
   *
   * @throws IllegalArgumentException if a file or a property is wrong
   * @throws IllegalStateException if no node answers in time
   */
  static SharedClient connect(VeritasProperties properties) {
    ClusterConfig cluster = ClusterConfig.read(properties.cluster());
    int node = properties.node().isEmpty() ? SPREAD : properties.nodeIndex(cluster);
    ClientOptions options =
        ClientOptions.DEFAULT
            .withTimeoutMs(properties.timeoutMs())
            .withReads(properties.reads())
            .withState(properties.state())
            .withAge(properties.age())
            .withTls(properties.tls());
    VeritasClient client =
        VeritasClient.connect(cluster, SigningKey.read(properties.key()), options);
    try {
      client.session(Math.max(0, node)).status();
      return new SharedClient(client, node);
    } catch (VeritasException e) {
      client.close();
      throw new IllegalStateException(
          "no node of cluster "
              + cluster.cluster()
              + " answered within "
              + properties.timeoutMs()
              + " ms; the last: "
              + e.getMessage(),
          e);
    }
  }

  Session session() {
    return node == SPREAD ? client.session() : client.session(node);
  }

  @Override
  public void close() {
    client.close();
  }
}
