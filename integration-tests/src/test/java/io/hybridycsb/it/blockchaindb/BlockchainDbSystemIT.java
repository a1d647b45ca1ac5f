package io.hybridycsb.it.blockchaindb;

import io.hybridycsb.it.LocalCluster;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Values in the log: only the servers keep them, no state of the chain. */
@Tag("blockchaindb")
class BlockchainDbSystemIT extends BlockchainDbSystemTests {
  @RegisterExtension
  private static final LocalCluster CLUSTER = new BlockchainDbCluster(64).with("layout", "log");

  /** Deep enough not to be reorganised. A write takes some seconds. */
  @Override
  protected Map<String, String> loadProperties() {
    return Map.of(
        "blockchaindb.timeout.ms", "30000",
        "blockchaindb.commit", "depth:2");
  }
}
