package io.hybridycsb.it.veritas;

import static org.assertj.core.api.Assertions.assertThat;

import io.hybridycsb.it.TestClient.Outcome;
import org.junit.jupiter.api.Test;

/** A cluster of any size does what one of four does. */
abstract class VeritasTmClusterTests {
  /** The class's cluster, registered as an extension by the subclass. */
  protected abstract VeritasCluster cluster();

  @Test
  void whatIsWrittenThroughEachNodeIsReadAndVerifiedOnAllAndTheAuditPasses() {
    int nodes = cluster().nodes();
    try (VeritasTestClient client = cluster().connect()) {
      for (int node = 0; node < nodes; node++) {
        assertThat(client.put(node, "key" + node, "value" + node)).isEqualTo(Outcome.COMMITTED);
      }
      for (int node = 0; node < nodes; node++) {
        for (int key = 0; key < nodes; key++) {
          assertThat(client.get(node, "key" + key)).contains("value" + key);
        }
        String last = "key" + (nodes - 1);
        assertThat(client.session(node).verify(VeritasTestClient.TABLE, last).record()).isPresent();
      }
    }
    cluster().requireAuditPasses();
  }
}
