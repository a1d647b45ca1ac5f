package io.hybridycsb.veritas.core.testing;

import io.hybridycsb.smt.SparseMerkleTree;
import io.hybridycsb.veritas.cluster.ClusterConfig;
import io.hybridycsb.veritas.cluster.ClusterConfig.ApprovalPolicy;
import io.hybridycsb.veritas.core.consensus.NodeContext;
import io.hybridycsb.veritas.core.consensus.NodeOptions;
import io.hybridycsb.veritas.core.ledger.BlockExecutor;
import io.hybridycsb.veritas.core.ledger.Ledger;
import io.hybridycsb.veritas.core.ledger.StateTree;
import io.hybridycsb.veritas.core.ledger.StateView;
import io.hybridycsb.veritas.core.spi.LedgerStore;
import io.hybridycsb.veritas.core.spi.StateStore;
import io.hybridycsb.veritas.core.state.SelfHealingStore;
import io.hybridycsb.veritas.core.times.StageTimes;
import io.hybridycsb.veritas.core.txn.TransactionChecker;

/** What a node without threads gives to its consensus. */
public final class TestContext {
  private TestContext() {}

  public static NodeContext of(
      LedgerStore ledgerStore, StateStore stateStore, NodeOptions options) {
    ClusterConfig cluster = TestKeys.cluster(ApprovalPolicy.ALL, 1, 1);
    Ledger ledger = new Ledger(ledgerStore);
    SparseMerkleTree tree = StateTree.open(ledger, options.versionsRetained());
    SelfHealingStore store = new SelfHealingStore(stateStore, ledger);
    StateView state = new StateView(store, options.stateCacheBytes());
    return new NodeContext(
        new NodeContext.Self(
            cluster,
            "node1",
            TestKeys.node(1),
            options,
            new TransactionChecker(cluster, options.limits())),
        new NodeContext.Data(
            ledger, tree, state, store, new BlockExecutor(ledger, state, store, tree)),
        NodeContext.Clients.at(ledger.head().height()),
        new StageTimes());
  }
}
