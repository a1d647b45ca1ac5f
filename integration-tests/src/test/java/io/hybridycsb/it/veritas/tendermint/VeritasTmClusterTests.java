package io.hybridycsb.it.veritas.tendermint;

import static org.assertj.core.api.Assertions.assertThat;

import io.hybridycsb.it.cluster.ClusterTests;
import io.hybridycsb.it.cluster.TestClient.Outcome;
import io.hybridycsb.it.veritas.VeritasCluster;
import io.hybridycsb.it.veritas.VeritasTestClient;
import java.time.Duration;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

/** A cluster of any size does what one of four does. */
abstract class VeritasTmClusterTests extends ClusterTests<VeritasCluster> {
  private static final Duration WRITE_DEADLINE = Duration.ofMinutes(3);

  @Test
  void whatIsWrittenThroughEachNodeIsReadAndVerifiedOnAllAndTheAuditPasses() {
    int nodes = cluster().nodes();
    try (VeritasTestClient client = VeritasTestClient.patient(cluster())) {
      for (int node = 0; node < nodes; node++) {
        awaitWrite(client, node, "key" + node, "value" + node);
      }
      for (int node = 0; node < nodes; node++) {
        for (int key = 0; key < nodes; key++) {
          assertThat(client.get(node, "key" + key)).contains("value" + key);
        }
        String last = "key" + (nodes - 1);
        assertThat(client.session(node).verify(cluster().table(), last).record()).isPresent();
      }
    }
    cluster().requireAuditPasses();
  }

  /** Writes again if the answer is late, as it may be on a machine with many validators. */
  protected static void awaitWrite(VeritasTestClient client, int node, String key, String value) {
    Awaitility.await("a write through node %d".formatted(node + 1))
        .atMost(WRITE_DEADLINE)
        .until(() -> client.put(node, key, value) == Outcome.COMMITTED);
  }
}
