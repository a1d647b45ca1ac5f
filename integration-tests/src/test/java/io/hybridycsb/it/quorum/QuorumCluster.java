package io.hybridycsb.it.quorum;

import io.hybridycsb.it.cluster.LocalCluster;
import io.hybridycsb.it.otherusers.Attempts;
import io.hybridycsb.it.otherusers.PortUse;
import java.util.List;
import java.util.Map;

/** Quorum with four nodes. */
final class QuorumCluster extends LocalCluster {
  private final String threads;

  private QuorumCluster(String consensus, int threads) {
    super("quorum", 4);
    this.threads = Integer.toString(threads);
    with("consensus", consensus);
  }

  /** A block whenever there are writes. */
  static LocalCluster raft() {
    return new QuorumCluster("raft", 8);
  }

  /**
   * A block every second, so many threads.
   *
   * @param consensus {@code ibft} or {@code qbft}
   */
  static LocalCluster sealed(String consensus) {
    return new QuorumCluster(consensus, 64);
  }

  /** What is checked is what clients see together. */
  static final Map<String, String> LINEARIZABLE = Map.of("quorum.read", "linearizable");

  @Override
  public List<PortUse> ports() {
    return List.of(
        PortUse.refused(
            "node[0-9]+",
            "calls other than reads and transactions that their senders have signed",
            Attempts.ethereumCalls()),
        PortUse.answers("node[0-9]+-p2p", "Ethereum's protocol; blocks need validators' seals"),
        PortUse.answers("node[0-9]+-raft", "Raft asks nobody; 'up' warns of it"));
  }

  @Override
  public Map<String, String> patience() {
    return Map.of("quorum.timeout.ms", "120000", "threadcount", threads);
  }
}
