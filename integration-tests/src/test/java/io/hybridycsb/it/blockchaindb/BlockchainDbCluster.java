package io.hybridycsb.it.blockchaindb;

import io.hybridycsb.it.LocalCluster;
import java.util.Map;

/** BlockchainDB with four sealers in each shard. */
final class BlockchainDbCluster extends LocalCluster {
  private final int threads;

  /**
   * @param threads of YCSB: many, since a write takes two blocks' time
   */
  BlockchainDbCluster(int threads) {
    super("blockchaindb", 4);
    this.threads = threads;
    with("node.jvm", SHORT_LIVED);
  }

  /** Sealers that start without each other may need a minute to agree on a first block. */
  @Override
  protected Map<String, String> patience() {
    return Map.of("blockchaindb.timeout.ms", "180000", "threadcount", Integer.toString(threads));
  }
}
