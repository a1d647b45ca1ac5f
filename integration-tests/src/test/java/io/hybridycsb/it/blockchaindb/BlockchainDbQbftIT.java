package io.hybridycsb.it.blockchaindb;

import io.hybridycsb.it.LocalCluster;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Shards whose blocks are sealed by most: what is acknowledged in a block is final. */
@Tag("campaign")
@Tag("blockchaindb")
class BlockchainDbQbftIT extends BlockchainDbSystemTests {
  @RegisterExtension
  private static final LocalCluster CLUSTER =
      new BlockchainDbCluster(64).startedAsIn("docs/systems/blockchaindb.md: Over QBFT", 0);

  @Override
  protected Map<String, String> loadProperties() {
    return Map.of("blockchaindb.timeout.ms", "60000");
  }
}
