package io.hybridycsb.veritas.core.consensus.log;

import io.hybridycsb.veritas.core.consensus.log.LogItem.OrderedBlock;
import io.hybridycsb.veritas.core.txn.CheckedTransaction;
import io.hybridycsb.veritas.proto.Outcome;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/**
 * The blocks that are ordered and not decided yet, in order of height. One thread changes them; any
 * thread may ask for their size.
 */
@SuppressWarnings("NonAtomicVolatileUpdate") // one thread writes
final class PendingBlocks {
  private final Deque<PendingBlock> blocks = new ArrayDeque<>();

  private volatile int transactions;
  private volatile long bytes;

  void add(PendingBlock block) {
    blocks.addLast(block);
    transactions += block.verdicts.length;
    bytes += block.bytes;
  }

  boolean isEmpty() {
    return blocks.isEmpty();
  }

  PendingBlock first() {
    return blocks.getFirst();
  }

  PendingBlock removeFirst() {
    PendingBlock first = blocks.removeFirst();
    transactions -= first.verdicts.length;
    bytes -= first.bytes;
    return first;
  }

  int transactions() {
    return transactions;
  }

  /** What the transactions take in memory. */
  long bytes() {
    return bytes;
  }

  /** A block that is ordered and not decided yet, with what the rules say of its transactions. */
  static final class PendingBlock {
    final long height;
    final OrderedBlock block;

    /** COMMITTED where the rules allow the transaction: it commits unless a vote is against it. */
    final Outcome[] verdicts;

    /** The block was in the ledger when this node started; the log is only read past it again. */
    final boolean inLedger;

    /** What the transactions take in memory. */
    final long bytes;

    PendingBlock(long height, OrderedBlock block, Outcome[] verdicts, boolean inLedger) {
      this.height = height;
      this.block = block;
      this.verdicts = verdicts;
      this.inLedger = inLedger;
      bytes = CheckedTransaction.memoryBytes(block.transactions());
    }

    List<CheckedTransaction> transactions() {
      return block.transactions();
    }

    /** Whether the transaction holds its keys until the block is decided. */
    boolean isAllowed(int index) {
      return switch (verdicts[index]) {
        case COMMITTED, VETOED, RECORD_TOO_LARGE -> true;
        default -> false;
      };
    }
  }
}
