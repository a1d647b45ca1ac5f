package io.hybridycsb.it.fabric;

import io.hybridycsb.it.cluster.LocalCluster;
import io.hybridycsb.it.otherusers.Attempts;
import io.hybridycsb.it.otherusers.PortUse;
import java.util.List;
import java.util.Map;

/** Hyperledger Fabric. */
final class FabricCluster extends LocalCluster {
  /** Where an orderer is told of channels. */
  private static final String CHANNELS = "/participation/v1/channels";

  FabricCluster(int nodes) {
    super("fabric", nodes);
    // Few threads fill no block, so they would wait for the linger time of each.
    with("block.linger.ms", "20");
    with("chaincode.jvm", SHORT_LIVED);
  }

  @Override
  public List<PortUse> ports() {
    return List.of(
        PortUse.refused(
            "(node|orderer)[0-9]+-operations",
            "levels of logs, and metrics",
            Attempts.httpRequest("PUT", "/logspec", "{\"spec\":\"warning\"}"),
            Attempts.httpsRequest("PUT", "/logspec", "{\"spec\":\"warning\"}"),
            Attempts.httpsRequest("GET", "/metrics", "")),
        PortUse.refused(
            "orderer[0-9]+-admin",
            "an orderer's channels",
            Attempts.httpRequest("GET", CHANNELS, ""),
            Attempts.httpsRequest("GET", CHANNELS, ""),
            Attempts.httpsRequest("DELETE", CHANNELS + "/none", "")),
        PortUse.answers("(node|orderer)[0-9]+", "calls that a member of the channel has signed"),
        PortUse.answers("node[0-9]+-chaincodes", "chaincode that shows the peer's certificate"),
        PortUse.answers("chaincode[0-9]+", "runs for any caller, on the caller's own data"));
  }

  @Override
  public Map<String, String> patience() {
    return Map.of(
        "fabric.timeout.ms", "60000",
        "fabric.commit.timeout.ms", "60000",
        "fabric.connect.timeout.ms", "60000");
  }
}
