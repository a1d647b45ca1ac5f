package io.hybridycsb.relational.node;

import io.hybridycsb.relational.node.database.BlockTransaction;
import io.hybridycsb.relational.node.database.ChainDatabase;
import io.hybridycsb.relational.node.database.ExecutedBlock;
import java.util.List;

/**
 * Has a chain's blocks executed in the node's database, counts what that took, and tells those who
 * wait.
 *
 * @param checks which transactions may be in the chain
 */
public record BlockProcessor(
    ChainDatabase database,
    TransactionChecks checks,
    Commits commits,
    NodeCounts counts,
    BlockBudget budget) {

  /** Executes a block, which is to be committed. */
  public ExecutedBlock execute(long height, List<BlockTransaction> transactions) {
    long began = System.nanoTime();
    ExecutedBlock executed = database.execute(height, transactions);
    long nanos = System.nanoTime() - began;
    counts.executed(nanos);
    budget.executed(executed, nanos);
    return executed;
  }

  /** Commits the block that was executed last. */
  public void commit(ExecutedBlock executed, List<BlockTransaction> transactions) {
    long began = System.nanoTime();
    database.commit();
    counts.committed(executed, System.nanoTime() - began);
    commits.executed(executed.height(), transactions, executed.results());
  }
}
