package io.hybridycsb.it.blockchaindb;

import io.hybridycsb.it.LocalCluster;
import io.hybridycsb.it.SystemTests;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Values in the log: only the servers keep them, no state of the chain. */
@Tag("blockchaindb")
class BlockchainDbSystemIT extends SystemTests {
  @RegisterExtension
  private static final LocalCluster CLUSTER = new BlockchainDbCluster(64).with("layout", "log");

  /** A sealer and the server that depends on it. */
  @Override
  protected List<String> node() {
    return List.of("geth2", "node2");
  }

  /** Deep enough not to be reorganised. A write takes some seconds. */
  @Override
  protected Map<String, String> loadProperties() {
    return Map.of(
        "blockchaindb.timeout.ms", "30000",
        "blockchaindb.commit", "depth:2");
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
