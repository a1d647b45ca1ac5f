package io.hybridycsb.veritas.core.consensus.log;

import io.hybridycsb.veritas.core.ledger.Ledger;
import io.hybridycsb.veritas.proto.BlockHeader;
import io.hybridycsb.veritas.proto.LedgerBlock;
import io.hybridycsb.veritas.proto.Outcome;

/**
 * What the ledger knows of the shared log: where its blocks were ordered, where they were decided,
 * and how. After a restart the log must show the same.
 */
record LoggedBlocks(String self, Ledger ledger) {
  /**
   * The greatest height, not above {@code most}, that was decided when the votes up to {@code
   * position} were counted, and the block there, if there is one, was not ordered yet.
   */
  long decidedUpTo(long position, long most) {
    long height = most;
    while (height > 0 && ledger.readHeader(height).getDecidedAt() > position) {
      height--;
    }
    return height;
  }

  /**
   * The outcomes of a block that is in the ledger.
   *
   * @throws DivergedException if the log has another block
   */
  Outcome[] outcomes(long height, LogItem.OrderedBlock block) {
    LedgerBlock recorded = ledger.block(height);
    BlockHeader header = ledger.readHeader(height);
    if (header.getPosition() != block.position()
        || !header.getProposerSignature().equals(block.signature())
        || recorded.getTransactionsCount() != block.transactions().size()) {
      throw anotherLog(height, block.position());
    }
    Outcome[] outcomes = new Outcome[recorded.getTransactionsCount()];
    for (int i = 0; i < outcomes.length; i++) {
      outcomes[i] = Outcome.forNumber(recorded.getOutcomes().byteAt(i));
    }
    return outcomes;
  }

  /**
   * @throws DivergedException if another record decided the block the first time
   */
  void requireDecidedAt(long height, long position) {
    if (ledger.readHeader(height).getDecidedAt() != position) {
      throw anotherLog(height, position);
    }
  }

  private DivergedException anotherLog(long height, long position) {
    return new DivergedException(
        self,
        height,
        "the shared log says something else at position "
            + position
            + " than this ledger; is it the same log?");
  }
}
