package io.hybridycsb.ycsb.blockchaindb;

import io.hybridycsb.ycsb.support.BindingJarContract;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Tag;

@Tag("blockchaindb")
class ShadedJarIT extends BindingJarContract {
  ShadedJarIT() {
    super(
        "blockchaindb",
        BlockchainDbClient.class.getName(),
        "no node of the cluster answers: node1: ",
        "blockchaindb.comit");
  }

  @Override
  protected Map<String, String> absentCluster() throws Exception {
    Path cluster = directory().resolve("cluster.json");
    Files.writeString(
        cluster,
        """
        {"layout": "log",
         "nodes": [{"name": "node1", "address": "%s"}],
         "shards": [{"chainId": 1, "contract": "0x%s", "authorities": []}]}
        """
            .formatted(NOBODY, "0".repeat(40)));
    return Map.of("blockchaindb.cluster", cluster.toString(), "blockchaindb.timeout.ms", "2000");
  }
}
