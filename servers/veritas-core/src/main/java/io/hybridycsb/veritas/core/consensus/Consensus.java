package io.hybridycsb.veritas.core.consensus;

import io.hybridycsb.veritas.core.call.Call;
import io.hybridycsb.veritas.core.read.Certificates;
import io.hybridycsb.veritas.core.txn.CheckedTransaction.Read;
import java.util.List;
import java.util.Map;

/**
 * How a node's transactions are ordered, decided and proved: one implementation for each way. It
 * takes commits from {@link NodeContext.Clients#commits} and answers them when they are decided.
 */
public interface Consensus {

  /** Makes the consensus of a node. */
  @FunctionalInterface
  interface Factory {
    Consensus make(NodeContext context);
  }

  /** The tasks that run as long as the node does, by thread name. */
  Map<String, Runnable> threads();

  /**
   * Takes over transactions that another node has admitted; refused where there is no use for it.
   */
  void forwarded(Call call);

  /** Checks the reads of a read-only transaction at one instant, now or later. */
  void checkReads(Call call, List<Read> reads);

  /** The proofs of state roots for clients. */
  Certificates certificates();

  /** Whether everything is applied that was ordered when the node started. */
  boolean isCaughtUp();

  /** As {@link #isCaughtUp}, after a wait of that time at most. */
  boolean awaitCaughtUp(long timeoutMs) throws InterruptedException;

  /** Blocks that have been ordered, as far as this node knows. */
  long orderedHeight();

  /** The last place of the shared log, or the chain, that this node has gone through. */
  long lastPosition();
}
