package io.hybridycsb.it.blockchaindb;

import io.hybridycsb.it.cluster.LocalCluster;
import io.hybridycsb.it.otherusers.Attempts;
import io.hybridycsb.it.otherusers.PortUse;
import java.util.List;
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

  @Override
  public List<PortUse> ports() {
    return List.of(
        PortUse.refused("geth.*-auth", "geth's calls with a token", Attempts.ethereumCalls()),
        PortUse.answers("geth.*-p2p", "geth's protocol; others are no peers that it trusts"),
        PortUse.refused("geth[^-]+(-shard[0-9]+)?", "geth's calls", Attempts.ethereumCalls()),
        PortUse.answers("node[0-9]+", "BlockchainDB doesn't ask its clients who they are"),
        PortUse.METRICS);
  }

  /** Sealers that start without each other may need a minute to agree on a first block. */
  @Override
  public Map<String, String> patience() {
    return Map.of("blockchaindb.timeout.ms", "180000", "threadcount", Integer.toString(threads));
  }
}
