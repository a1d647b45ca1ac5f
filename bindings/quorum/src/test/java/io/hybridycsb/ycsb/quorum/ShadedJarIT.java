package io.hybridycsb.ycsb.quorum;

import io.hybridycsb.ycsb.support.BindingJarContract;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Tag;

@Tag("quorum")
class ShadedJarIT extends BindingJarContract {
  ShadedJarIT() {
    super(
        "quorum",
        QuorumDb.class.getName(),
        "no node of the cluster answers: http://" + NOBODY + " does not answer eth_blockNumber: ",
        "quorum.comit");
  }

  @Override
  protected Map<String, String> absentCluster() throws Exception {
    Path cluster = directory().resolve("cluster.json");
    Files.writeString(
        cluster,
        """
        {"consensus": "raft", "layout": "storage", "chainId": 1, "genesisHash": "0x%s",
         "contract": "0x%s", "validators": [], "nodes": [{"name": "node1", "rpc": "http://%s"}]}
        """
            .formatted("0".repeat(64), "0".repeat(40), NOBODY));
    return Map.of("quorum.cluster", cluster.toString(), "quorum.timeout.ms", "2000");
  }
}
