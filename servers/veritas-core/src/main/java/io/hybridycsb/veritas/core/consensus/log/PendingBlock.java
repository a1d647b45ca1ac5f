package io.hybridycsb.veritas.core.consensus.log;

import io.hybridycsb.veritas.core.consensus.log.LogItem.OrderedBlock;
import io.hybridycsb.veritas.core.txn.CheckedTransaction;
import io.hybridycsb.veritas.proto.Outcome;
import java.util.List;

/** A block that is ordered and not decided yet, with what the rules say of its transactions. */
final class PendingBlock {
  final long height;
  final OrderedBlock block;

  /** COMMITTED where the rules allow the transaction: it stands unless a vote speaks against it. */
  final Outcome[] verdicts;

  /**
   * Already in the ledger when this node started; only its place in the log is gone through again.
   */
  final boolean inLedger;

  /** What the transactions take as messages. */
  final long bytes;

  PendingBlock(long height, OrderedBlock block, Outcome[] verdicts, boolean inLedger) {
    this.height = height;
    this.block = block;
    this.verdicts = verdicts;
    this.inLedger = inLedger;
    long sum = 0;
    for (CheckedTransaction transaction : block.transactions()) {
      sum += transaction.message().getSerializedSize();
    }
    bytes = sum;
  }

  List<CheckedTransaction> transactions() {
    return block.transactions();
  }

  /** Whether the transaction holds its keys until the block is decided. */
  boolean isAllowed(int index) {
    return verdicts[index] == Outcome.COMMITTED || verdicts[index] == Outcome.VETOED;
  }
}
