package io.hybridycsb.veritas.core.consensus.log;

import io.hybridycsb.veritas.core.txn.CheckedTransaction;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * The block that a node fills until its next record takes it along. The {@link Proposer} adds to
 * it, the {@link ReplicaLoop} takes it.
 */
final class OpenBlock {
  private final int transactionsMax;
  private final int bytesMax;

  private List<CheckedTransaction> transactions = new ArrayList<>();
  private long bytes;

  /** It has no room for a transaction that came. */
  private boolean refused;

  OpenBlock(int transactionsMax, int bytesMax) {
    this.transactionsMax = transactionsMax;
    this.bytesMax = bytesMax;
  }

  /** The most bytes that the transactions of a block may have. */
  int bytesMax() {
    return bytesMax;
  }

  /**
   * Adds a transaction if there is room for it.
   *
   * @param size what it takes in the block, in bytes
   */
  synchronized boolean offer(CheckedTransaction transaction, int size) {
    if (isFull() || bytes + size > bytesMax) {
      refused = true;
      return false;
    }
    transactions.add(transaction);
    bytes += size;
    return true;
  }

  /** Whether it waits for nothing but a record that takes it along. */
  synchronized boolean isFull() {
    return refused || transactions.size() >= transactionsMax;
  }

  synchronized boolean isEmpty() {
    return transactions.isEmpty();
  }

  /** Waits until it isn't full. Returns whether that is so in time. */
  synchronized boolean awaitRoom(long timeoutNanos) throws InterruptedException {
    long deadline = System.nanoTime() + timeoutNanos;
    for (long left = timeoutNanos; isFull() && left > 0; left = deadline - System.nanoTime()) {
      TimeUnit.NANOSECONDS.timedWait(this, left);
    }
    return !isFull();
  }

  /** Takes what it holds, and begins the next one. */
  synchronized List<CheckedTransaction> take() {
    List<CheckedTransaction> taken = transactions;
    transactions = new ArrayList<>();
    bytes = 0;
    refused = false;
    notifyAll();
    return taken;
  }
}
