package io.hybridycsb.relational.node;

import io.hybridycsb.relational.node.database.ExecutedBlock;
import io.hybridycsb.relational.node.database.Work;
import java.time.Duration;

/**
 * How much work a node proposes for a block. From what work has taken here, a block gets so much
 * that its execution takes as long as it should. Nor may a call be refused as too much for a block.
 * No client hears anything while a block is executed. For many threads, of which one executes.
 */
public final class BlockBudget {
  private static final int WORK_AT_FIRST = 20_000;

  /** What the newest block counts for, beside all before it. */
  private static final double NEWEST = 0.5;

  private final double blockNanos;
  private volatile double unitNanos;

  /**
   * @param block how long a block's execution should take
   */
  public BlockBudget(Duration block) {
    blockNanos = block.toNanos();
    unitNanos = blockNanos / WORK_AT_FIRST;
  }

  /** A block was executed here. */
  public void executed(ExecutedBlock block, long nanos) {
    if (block.work() > 0) {
      unitNanos += NEWEST * ((double) nanos / block.work() - unitNanos);
    }
  }

  /** Work for the next block. */
  public long work() {
    return (long) Math.min(Work.BLOCK_MAX, Math.max(1, blockNanos / unitNanos));
  }
}
