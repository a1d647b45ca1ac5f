package io.hybridycsb.it.blockchaindb;

import io.hybridycsb.it.LocalCluster;
import io.hybridycsb.it.SystemTests;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Shards whose blocks are sealed by most: what is acknowledged in a block is final. */
@Tag("campaign")
@Tag("blockchaindb")
class BlockchainDbQbftIT extends SystemTests {
  @RegisterExtension
  private static final LocalCluster CLUSTER =
      new BlockchainDbCluster(64).with("chain", "quorum-qbft");

  /** A sealer and the server that depends on it. */
  @Override
  protected List<String> node() {
    return List.of("geth2", "node2");
  }

  @Override
  protected Map<String, String> loadProperties() {
    return Map.of("blockchaindb.timeout.ms", "60000");
  }

  @Override
  protected int size() {
    return 128;
  }

  @Override
  protected int contendedUpdates() {
    return 64;
  }

  @Override
  protected int commits() {
    return 20;
  }

  @Override
  protected int operationsOfClient() {
    return 100;
  }

  /** Reads return the node's own state. */
  @Override
  protected boolean isLinearizable() {
    return false;
  }

  @Override
  protected boolean hasTransactions() {
    return false;
  }
}
