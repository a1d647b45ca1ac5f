package io.hybridycsb.veritas.core.testing;

import io.hybridycsb.veritas.core.consensus.chain.SerialReplica;
import io.hybridycsb.veritas.core.spi.LedgerStore;
import io.hybridycsb.veritas.core.spi.StateSource;
import io.hybridycsb.veritas.core.spi.StateStore;
import io.hybridycsb.veritas.core.txn.CheckedTransaction;
import io.hybridycsb.veritas.proto.Outcome;
import java.util.List;

/** A node's databases as a chain of decided blocks fills them, brought up to date first. */
public final class TestChain extends TestLedger {
  private static final int POSITIONS_PER_BLOCK = 3;

  private final SerialReplica replica = new SerialReplica(data());

  public TestChain(LedgerStore ledgerStore, StateStore stateStore) {
    super(ledgerStore, stateStore);
  }

  public TestChain(LedgerStore ledgerStore, StateStore stateStore, StateSource source) {
    super(ledgerStore, stateStore, source);
  }

  /** Executes and writes a block; the chain has others, without transactions, in between. */
  public Outcome[] block(CheckedTransaction... transactions) {
    long position = (ledger().head().height() + 1) * POSITIONS_PER_BLOCK;
    Outcome[] outcomes = replica.execute(position, "node1", List.of(transactions));
    replica.flush();
    return outcomes;
  }
}
