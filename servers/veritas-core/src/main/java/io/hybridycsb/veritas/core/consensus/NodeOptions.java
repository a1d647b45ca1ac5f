package io.hybridycsb.veritas.core.consensus;

import io.hybridycsb.veritas.core.txn.TransactionLimits;

/**
 * What can be set on a node.
 *
 * @param blockTransactionsMax transactions of a block, at most
 * @param blockBytesMax its bytes, at most
 * @param attestIdleMs when nothing has been ordered for so long, the node attests its last block
 * @param stateCacheBytes values kept for merging into, beside those in use
 * @param versionsRetained state roots for which proofs can be made
 * @param historyBlocks older blocks after which the state is still known; 0: none
 * @param admittedMax transactions that may be admitted and undecided at a time
 */
public record NodeOptions(
    int blockTransactionsMax,
    int blockBytesMax,
    int attestIdleMs,
    long stateCacheBytes,
    int versionsRetained,
    int historyBlocks,
    int admittedMax,
    TransactionLimits limits) {

  public static final NodeOptions DEFAULT =
      new NodeOptions(100, 4 << 20, 5, 64L << 20, 1024, 0, 50_000, TransactionLimits.DEFAULT);
}
