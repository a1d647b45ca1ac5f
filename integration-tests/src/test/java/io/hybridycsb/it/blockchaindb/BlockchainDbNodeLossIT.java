package io.hybridycsb.it.blockchaindb;

import io.hybridycsb.it.cluster.LocalCluster;
import io.hybridycsb.it.suites.NodeLossTests;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Values in the log: only the servers keep them, no state of the chain. */
@Tag("campaign")
@Tag("blockchaindb")
class BlockchainDbNodeLossIT extends NodeLossTests {
  @RegisterExtension
  private static final LocalCluster CLUSTER = new BlockchainDbCluster(400).with("layout", "log");

  /** A sealer, and then a server. */
  @Override
  protected List<List<String>> losses() {
    return List.of(List.of("geth1"), List.of("node2"));
  }

  /**
   * Deep enough not to be reorganised. So many threads do about a hundred writes per second. With
   * more, four cores are too busy, and late sealers fork.
   */
  @Override
  protected Map<String, String> loadProperties() {
    return Map.of(
        "blockchaindb.timeout.ms", "30000",
        "blockchaindb.commit", "depth:2",
        "threadcount", "400");
  }

  /** Few for each thread, since a write takes some seconds. */
  @Override
  protected int operationsOfClient() {
    return 3_000;
  }

  /** Reads return the node's own state. */
  @Override
  protected boolean isLinearizable() {
    return false;
  }
}
