package io.hybridycsb.it.blockchaindb;

import io.hybridycsb.it.LocalCluster;
import java.util.Map;

/** BlockchainDB with four sealers in each shard. */
final class BlockchainDbCluster extends LocalCluster {
  BlockchainDbCluster() {
    super("blockchaindb", 4);
  }

  /**
   * A write takes two blocks' time, so there are many threads. Sealers that start without each
   * other may need a minute to agree on a first block.
   */
  @Override
  protected Map<String, String> patience() {
    return Map.of("blockchaindb.timeout.ms", "180000", "threadcount", "400");
  }
}
