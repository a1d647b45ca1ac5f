package io.hybridycsb.quorum.client;

import io.hybridycsb.ethereum.chain.ProofException;
import io.hybridycsb.ethereum.rpc.EthRpc.RpcFailure;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** What nodes name as their newest blocks, for one read that is linearizable. */
final class NewestBlocks {
  private static final long PAUSE_MS = 20;

  /** How long the nodes that answer are asked again before a silent one is. */
  private static final long AGAIN_NS = TimeUnit.MILLISECONDS.toNanos(500);

  private final ChainView view;
  private final int shownBy;
  private final int count;
  private final long deadlineNs;
  private final Map<Integer, Long> named = new HashMap<>();

  /**
   * Of a read.
   *
   * @param shownBy so many nodes must name a block that wasn't read yet
   * @param count so many nodes must answer
   */
  NewestBlocks(ChainView view, int shownBy, int count, long deadlineNs) {
    this.view = view;
    this.shownBy = shownBy;
    this.count = count;
    this.deadlineNs = deadlineNs;
  }

  /**
   * Asks at most until enough nodes have answered, and one that is ahead of them isn't alone any
   * more. Those that didn't answer last come last: a silent one would delay each read.
   *
   * @return the numbers, by the nodes' numbers
   */
  Map<Integer, Long> ask() throws InterruptedException {
    List<Integer> answering = view.nodesThat(true);
    List<Integer> silent = view.nodesThat(false);
    askEach(answering);
    long end = Math.min(deadlineNs, System.nanoTime() + AGAIN_NS);
    while (!silent.isEmpty()
        && named.size() >= count
        && !isEnough()
        && System.nanoTime() - end < 0) {
      // A block takes a moment from one node to the others.
      TimeUnit.MILLISECONDS.sleep(PAUSE_MS);
      askEach(answering);
    }
    askEach(silent);
    return named;
  }

  private void askEach(List<Integer> nodes) throws InterruptedException {
    for (int node : nodes) {
      if (isEnough() || System.nanoTime() - deadlineNs >= 0) {
        return;
      }
      try {
        QuorumNode at = view.nodes().get(node);
        long newest = at.answer(QuorumNode::newestOfThisChain);
        named.put(node, newest);
        view.reached(node, Math.min(newest, view.newest()));
      } catch (RpcFailure | ProofException e) {
        view.failed(node, e);
      }
    }
  }

  private boolean isEnough() {
    return named.size() >= count && Collections.max(named.values()) <= believed();
  }

  /** The newest that was read, or that enough nodes name, of those that any node names. */
  long believed() {
    long known = Math.min(Collections.max(named.values()), view.newest());
    return Math.max(known, ChainStart.namedBy(shownBy, named.values()));
  }
}
