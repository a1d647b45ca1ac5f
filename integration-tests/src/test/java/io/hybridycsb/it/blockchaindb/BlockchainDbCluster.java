package io.hybridycsb.it.blockchaindb;

import io.hybridycsb.it.LocalCluster;
import java.util.Map;

/** BlockchainDB with a sealer for each node in each shard: four, unless a test wants others. */
final class BlockchainDbCluster extends LocalCluster {
  private final int threads;

  /**
   * @param threads of YCSB: many, since a write takes two blocks' time
   */
  BlockchainDbCluster(int threads) {
    this(4, threads);
  }

  /**
   * @param threads of YCSB
   */
  BlockchainDbCluster(int nodes, int threads) {
    super("blockchaindb", nodes);
    this.threads = threads;
    with("node.jvm", SHORT_LIVED);
  }

  /** Sealers that start without each other may need a minute to agree on a first block. */
  @Override
  protected Map<String, String> patience() {
    return Map.of("blockchaindb.timeout.ms", "180000", "threadcount", Integer.toString(threads));
  }
}
