package io.hybridycsb.it.bigchaindb;

import io.hybridycsb.harness.system.bigchaindb.BigchainDbProgram;
import io.hybridycsb.it.LocalCluster;
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
  protected Map<String, String> patience() {
    return Map.of("bigchaindb.timeout.ms", "90000");
  }
}
