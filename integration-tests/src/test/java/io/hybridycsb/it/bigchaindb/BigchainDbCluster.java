package io.hybridycsb.it.bigchaindb;

import io.hybridycsb.harness.system.bigchaindb.BigchainDbProgram;
import io.hybridycsb.it.cluster.LocalCluster;
import io.hybridycsb.it.otherusers.PortUse;
import java.util.List;
import java.util.Map;

/** BigchainDB, with few workers: each is a process. */
final class BigchainDbCluster extends LocalCluster {
  BigchainDbCluster(String system, int nodes) {
    super(system, nodes);
    with("threads", "4");
    with("mongodb.jvm", SHORT_LIVED);
  }

  /** Whether BigchainDB is installed here, or can be. */
  static boolean isAvailable() {
    return BigchainDbProgram.isAvailable();
  }

  @Override
  public List<PortUse> ports() {
    return PortUse.all(
        List.of(
            PortUse.answers("node[0-9]+(-events)?", "reads, and transactions that an owner signed"),
            PortUse.answers("node[0-9]+-abci", "BigchainDB takes blocks from whoever calls"),
            PortUse.answers("mongodb[0-9]+", "the stand-in for MongoDB has no passwords")),
        PortUse.VALIDATORS);
  }

  @Override
  public Map<String, String> patience() {
    return Map.of("bigchaindb.timeout.ms", "90000");
  }
}
