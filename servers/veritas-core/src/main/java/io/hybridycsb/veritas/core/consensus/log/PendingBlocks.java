package io.hybridycsb.veritas.core.consensus.log;

import java.util.ArrayDeque;
import java.util.Deque;

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
}
