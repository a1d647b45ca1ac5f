package io.hybridycsb.veritas.core.testing;

import io.hybridycsb.smt.SparseMerkleTree;
import io.hybridycsb.veritas.core.consensus.chain.SerialReplica;
import io.hybridycsb.veritas.core.ledger.BlockExecutor;
import io.hybridycsb.veritas.core.ledger.Ledger;
import io.hybridycsb.veritas.core.ledger.StateTree;
import io.hybridycsb.veritas.core.ledger.StateView;
import io.hybridycsb.veritas.core.spi.LedgerStore;
import io.hybridycsb.veritas.core.spi.StateSource;
import io.hybridycsb.veritas.core.spi.StateStore;
import io.hybridycsb.veritas.core.state.StateRecovery;
import io.hybridycsb.veritas.core.txn.CheckedTransaction;
import io.hybridycsb.veritas.proto.Outcome;
import java.util.List;

/** A node's databases as a chain of decided blocks fills them, brought up to date first. */
public final class TestChain {
  private static final int POSITIONS_PER_BLOCK = 3;

  private final Ledger ledger;
  private final SparseMerkleTree tree;
  private final StateView view;
  private final SerialReplica replica;

  public TestChain(LedgerStore ledgerStore, StateStore stateStore) {
    this(ledgerStore, stateStore, StateSource.NONE);
  }

  public TestChain(LedgerStore ledgerStore, StateStore stateStore, StateSource source) {
    ledger = new Ledger(ledgerStore);
    StateRecovery.run(ledger, stateStore, source);
    tree = StateTree.open(ledger, 16);
    view = new StateView(stateStore, 1 << 16);
    replica = new SerialReplica(ledger, view, new BlockExecutor(ledger, view, stateStore, tree));
  }

  /** Executes and writes a block; the chain has others, without transactions, in between. */
  public Outcome[] block(CheckedTransaction... transactions) {
    long position = (ledger.head().height() + 1) * POSITIONS_PER_BLOCK;
    Outcome[] outcomes = replica.execute(position, "node1", List.of(transactions));
    replica.flush();
    return outcomes;
  }

  public Ledger ledger() {
    return ledger;
  }

  public SparseMerkleTree tree() {
    return tree;
  }

  public StateView view() {
    return view;
  }
}
