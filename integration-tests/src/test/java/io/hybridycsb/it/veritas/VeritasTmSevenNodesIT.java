package io.hybridycsb.it.veritas;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Seven validators decide while two of them are dead. */
@Tag("campaign")
@Tag("veritas-tm")
class VeritasTmSevenNodesIT extends VeritasTmClusterTests {
  @RegisterExtension private static final VeritasCluster CLUSTER = sevenSmallNodes();

  private static VeritasCluster sevenSmallNodes() {
    VeritasCluster cluster = new VeritasTmCluster(7);
    cluster.with("node.heap", "128m");
    return cluster;
  }

  @Test
  void theOthersGoOnWhileTwoNodesAndTheirValidatorsAreDead() {
    String[] dead = {"node6", "validator6", "node7", "validator7"};
    CLUSTER.kill(dead);
    try (VeritasTestClient client = CLUSTER.connect()) {
      for (int node = 0; node < 5; node++) {
        awaitWrite(client, node, "alive", "value" + node);
      }
    } finally {
      CLUSTER.restart(dead);
    }
  }
}
