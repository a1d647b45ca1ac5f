package io.hybridycsb.relational.kafka;

import io.hybridycsb.verification.Hash;
import java.util.List;
import java.util.Optional;

/** Executes blocks, each once, and commits them. */
interface BlockExecutor {
  /**
   * The last blocks that were committed, by rising height.
   *
   * @param count at most so many
   */
  List<BlockHash> lastBlocks(int count);

  /**
   * Executes a block and commits it.
   *
   * @return the application hash after it; empty if none of its transactions may be in the chain,
   *     so that it leaves no trace
   */
  Optional<Hash> execute(LogItem.Block block);

  /** Called when all blocks up to a height are decided. */
  void decided(long height);
}
