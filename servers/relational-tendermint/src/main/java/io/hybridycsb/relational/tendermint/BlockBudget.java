package io.hybridycsb.relational.tendermint;

import java.time.Duration;

/**
 * How many calls a node proposes for a block, so that its execution takes as long as it should: by
 * what calls have taken here. For one thread at a time.
 */
final class BlockBudget {
  private static final int CALLS_AT_FIRST = 1_000;

  /** What the newest block counts for, beside all before it. */
  private static final double NEWEST = 0.5;

  private final double blockNanos;
  private double callNanos;

  /**
   * @param block how long a block's execution should take
   */
  BlockBudget(Duration block) {
    blockNanos = block.toNanos();
    callNanos = blockNanos / CALLS_AT_FIRST;
  }

  /** A block was executed here. */
  void executed(int calls, long nanos) {
    if (calls > 0) {
      callNanos += NEWEST * ((double) nanos / calls - callNanos);
    }
  }

  /** Calls for the next block. */
  int calls() {
    return (int) Math.max(1, blockNanos / callNanos);
  }
}
