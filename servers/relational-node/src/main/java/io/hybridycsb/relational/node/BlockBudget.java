package io.hybridycsb.relational.node;

import io.hybridycsb.relational.node.database.BlockTransaction;
import java.time.Duration;
import java.util.List;

/**
 * How many calls a node proposes for a block, so that its execution takes as long as it should: by
 * what calls have taken here. Calls of few bytes may take long, and no client hears anything while
 * a block is executed. For many threads, of which one executes.
 */
public final class BlockBudget {
  private static final int CALLS_AT_FIRST = 1_000;

  /** What the newest block counts for, beside all before it. */
  private static final double NEWEST = 0.5;

  private final double blockNanos;
  private volatile double callNanos;

  /**
   * @param block how long a block's execution should take
   */
  public BlockBudget(Duration block) {
    blockNanos = block.toNanos();
    callNanos = blockNanos / CALLS_AT_FIRST;
  }

  /** A block was executed here. */
  public void executed(List<BlockTransaction> transactions, long nanos) {
    int calls = transactions.stream().mapToInt(each -> each.calls().size()).sum();
    if (calls > 0) {
      callNanos += NEWEST * ((double) nanos / calls - callNanos);
    }
  }

  /** Calls for the next block. */
  public int calls() {
    return (int) Math.max(1, blockNanos / callNanos);
  }
}
