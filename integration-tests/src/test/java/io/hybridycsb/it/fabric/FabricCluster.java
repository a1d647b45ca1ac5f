package io.hybridycsb.it.fabric;

import io.hybridycsb.it.LocalCluster;
import java.util.Map;

/** Hyperledger Fabric. */
final class FabricCluster extends LocalCluster {
  FabricCluster(int nodes) {
    super("fabric", nodes);
    // Few threads fill no block, so they would wait for the linger time of each.
    with("block.linger.ms", "20");
    with("chaincode.jvm", SHORT_LIVED);
  }

  @Override
  protected Map<String, String> patience() {
    return Map.of(
        "fabric.timeout.ms", "60000",
        "fabric.commit.timeout.ms", "60000",
        "fabric.connect.timeout.ms", "60000");
  }
}
