package io.hybridycsb.veritas.core.testing;

import io.hybridycsb.veritas.cluster.ClusterConfig;
import io.hybridycsb.veritas.cluster.ClusterConfig.ApprovalPolicy;
import io.hybridycsb.veritas.core.consensus.NodeContext;
import io.hybridycsb.veritas.core.consensus.NodeOptions;
import io.hybridycsb.veritas.core.spi.LedgerStore;
import io.hybridycsb.veritas.core.spi.StateSource;
import io.hybridycsb.veritas.core.spi.StateStore;
import io.hybridycsb.veritas.core.times.StageTimes;
import io.hybridycsb.veritas.core.txn.TransactionChecker;
import io.hybridycsb.veritas.crypto.SigningKey;

/** What a node without threads gives to its consensus. */
public final class TestContext {
  private TestContext() {}

  /** Of the one node of a cluster. */
  public static NodeContext of(
      LedgerStore ledgerStore, StateStore stateStore, NodeOptions options) {
    ClusterConfig cluster = TestKeys.cluster(ApprovalPolicy.ALL, 1, 1);
    return of(cluster, "node1", TestKeys.node(1), ledgerStore, stateStore, options);
  }

  public static NodeContext of(
      ClusterConfig cluster,
      String name,
      SigningKey key,
      LedgerStore ledgerStore,
      StateStore stateStore,
      NodeOptions options) {
    StageTimes times = new StageTimes();
    TransactionChecker checker = new TransactionChecker(cluster, options.limits());
    NodeContext.Data data =
        NodeContext.Data.open(ledgerStore, stateStore, StateSource.NONE, options, times);
    return new NodeContext(
        new NodeContext.Self(cluster, name, key, options, checker),
        data,
        NodeContext.Clients.at(data.ledger().head().height()),
        times);
  }

  /** The same options with another {@link NodeOptions#historyBlocks}. */
  public static NodeOptions withHistory(NodeOptions options, int blocks) {
    return new NodeOptions(
        options.blockTransactionsMax(),
        options.blockBytesMax(),
        options.attestIdleMs(),
        options.stateCacheBytes(),
        options.versionsRetained(),
        blocks,
        options.admittedMax(),
        options.limits());
  }
}
