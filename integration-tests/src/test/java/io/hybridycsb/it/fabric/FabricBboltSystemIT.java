package io.hybridycsb.it.fabric;

import io.hybridycsb.it.LocalCluster;
import io.hybridycsb.it.SystemTests;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The peers that keep their state in bbolt, by our own code; one dies. */
@Tag("campaign")
@Tag("fabric")
class FabricBboltSystemIT extends SystemTests {
  @RegisterExtension
  private static final LocalCluster CLUSTER =
      new FabricCluster(2)
          .with("orderers", "3")
          .with("endorsement", "any")
          .with("state.store", "bbolt");

  @Override
  protected List<String> node() {
    return List.of("node2", "orderer2");
  }

  @Override
  protected Map<String, String> loadProperties() {
    return Map.of(
        "fabric.peers", CLUSTER.process("node1").address(),
        "fabric.commit.timeout.ms", "5000",
        "fabric.timeout.ms", "10000");
  }
}
