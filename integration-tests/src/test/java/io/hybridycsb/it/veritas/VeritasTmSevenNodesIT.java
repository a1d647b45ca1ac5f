package io.hybridycsb.it.veritas;

import io.hybridycsb.it.TestClient.Outcome;
import java.time.Duration;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Seven validators decide while two of them are dead. */
class VeritasTmSevenNodesIT extends VeritasTmClusterTests {
  private static final Duration RESUME = Duration.ofSeconds(60);

  @RegisterExtension private static final VeritasCluster CLUSTER = sevenSmallNodes();

  private static VeritasCluster sevenSmallNodes() {
    VeritasCluster cluster = new VeritasTmCluster(7);
    cluster.with("node.heap", "128m");
    return cluster;
  }

  @Override
  protected VeritasCluster cluster() {
    return CLUSTER;
  }

  @Test
  void theOthersGoOnWhileTwoNodesAndTheirValidatorsAreDead() {
    String[] dead = {"node6", "validator6", "node7", "validator7"};
    CLUSTER.kill(dead);
    try (VeritasTestClient client = CLUSTER.connect()) {
      for (int node = 0; node < 5; node++) {
        int live = node;
        Awaitility.await("a write through node %d".formatted(node + 1))
            .atMost(RESUME)
            .until(() -> client.put(live, "alive", "value" + live) == Outcome.COMMITTED);
      }
    } finally {
      CLUSTER.restart(dead);
    }
  }
}
