package io.hybridycsb.veritas.server;

import io.hybridycsb.sharedlog.InMemorySharedLog;
import io.hybridycsb.veritas.cluster.ClusterConfig;
import io.hybridycsb.veritas.cluster.ClusterConfig.ApprovalPolicy;
import io.hybridycsb.veritas.cluster.ClusterConfig.Member;
import io.hybridycsb.veritas.core.consensus.Consensus;
import io.hybridycsb.veritas.core.consensus.NodeOptions;
import io.hybridycsb.veritas.core.consensus.log.LogConsensus;
import io.hybridycsb.veritas.core.node.Node;
import io.hybridycsb.veritas.core.spi.ApprovalRule;
import io.hybridycsb.veritas.core.spi.InMemoryLedgerStore;
import io.hybridycsb.veritas.core.spi.StateSource;
import io.hybridycsb.veritas.core.spi.StateStore;
import io.hybridycsb.veritas.core.testing.TestKeys;
import io.hybridycsb.veritas.crypto.SigningKey;
import java.util.List;

/** A cluster of one node, in memory, and one client. */
final class OneNode {
  static final SigningKey CLIENT_KEY = TestKeys.client(1);

  private OneNode() {}

  /** The cluster as its client knows it. */
  static ClusterConfig at(String address) {
    Member node = new Member("node1", address, TestKeys.node(1).publicKey());
    return TestKeys.cluster(ApprovalPolicy.ALL, 1, 1).withNodes(List.of(node));
  }

  /** Its node, which isn't started yet. */
  static Node over(StateStore state) {
    return over(
        state, NodeOptions.DEFAULT, LogConsensus.over(new InMemorySharedLog(), ApprovalRule.NONE));
  }

  static Node over(StateStore state, NodeOptions options, Consensus.Factory consensus) {
    return new Node(
        new Node.Parts(
            at("127.0.0.1:1"),
            "node1",
            TestKeys.node(1),
            new InMemoryLedgerStore(),
            state,
            StateSource.NONE,
            options),
        consensus);
  }
}
