package io.hybridycsb.ycsb.veritas;

import io.hybridycsb.veritas.client.Session;
import io.hybridycsb.veritas.client.VeritasClient;
import io.hybridycsb.veritas.cluster.ClusterConfig;
import io.hybridycsb.veritas.crypto.SigningKey;
import io.hybridycsb.veritas.model.VeritasException;
import java.util.OptionalInt;

/**
 * The client of all threads.
 *
 * @param node where their sessions begin; empty if they are spread
 */
record SharedClient(VeritasClient client, OptionalInt node) implements AutoCloseable {

  /**
   * Connects.
   *
   * @throws IllegalArgumentException if a file or a property is wrong
   * @throws IllegalStateException if no node answers in time
   */
  static SharedClient connect(VeritasProperties properties) {
    ClusterConfig cluster = ClusterConfig.read(properties.get(VeritasProperties.CLUSTER));
    OptionalInt node = properties.firstNode(cluster);
    SigningKey key = SigningKey.read(properties.get(VeritasProperties.KEY));
    VeritasClient client = VeritasClient.connect(cluster, key, properties.client());
    try {
      client.session(node.orElse(0)).status();
      return new SharedClient(client, node);
    } catch (VeritasException e) {
      client.close();
      throw new IllegalStateException(
          "no node of cluster %s answered within %d ms; the last: %s"
              .formatted(cluster.cluster(), properties.client().timeoutMs(), e.getMessage()),
          e);
    }
  }

  Session session() {
    return node.isPresent() ? client.session(node.getAsInt()) : client.session();
  }

  @Override
  public void close() {
    client.close();
  }
}
