package io.hybridycsb.it.blockchaindb;

import io.hybridycsb.it.LocalCluster;
import io.hybridycsb.it.NodeLossTests;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Values in the log, so that each server keeps what no state of the chain has. */
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
   * Whole records, since of two updates at two nodes the later counts; deep enough to stay. So many
   * threads have about a hundred writes per second done: more keep four cores busy, and sealers
   * that are late fork.
   */
  @Override
  protected Map<String, String> loadProperties() {
    return Map.of(
        "blockchaindb.timeout.ms", "30000",
        "blockchaindb.commit", "depth:2",
        "writeallfields", "true",
        "threadcount", "400");
  }

  /** Few to each thread, for a write takes some seconds. */
  @Override
  protected int operationsOfClient() {
    return 3_000;
  }

  /** Reads are of the node's own state. */
  @Override
  protected boolean isLinearizable() {
    return false;
  }
}
