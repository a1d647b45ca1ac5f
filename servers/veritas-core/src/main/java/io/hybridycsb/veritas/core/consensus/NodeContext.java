package io.hybridycsb.veritas.core.consensus;

import io.hybridycsb.smt.SparseMerkleTree;
import io.hybridycsb.veritas.cluster.ClusterConfig;
import io.hybridycsb.veritas.core.ledger.BlockExecutor;
import io.hybridycsb.veritas.core.ledger.Ledger;
import io.hybridycsb.veritas.core.ledger.StateView;
import io.hybridycsb.veritas.core.read.AppliedHeight;
import io.hybridycsb.veritas.core.read.ReadGate;
import io.hybridycsb.veritas.core.state.SelfHealingStore;
import io.hybridycsb.veritas.core.times.StageTimes;
import io.hybridycsb.veritas.core.txn.TransactionChecker;
import io.hybridycsb.veritas.crypto.SigningKey;

/** What a node gives to its consensus. */
public record NodeContext(
    ClusterConfig cluster,
    String name,
    SigningKey key,
    NodeOptions options,
    Ledger ledger,
    SparseMerkleTree tree,
    StateView state,
    SelfHealingStore store,
    BlockExecutor executor,
    AppliedHeight applied,
    ReadGate gate,
    CommitWaiters waiters,
    StageTimes times,
    TransactionChecker checker) {}
