package io.hybridycsb.quorum.client;

import io.hybridycsb.ethereum.chain.ProofException;
import io.hybridycsb.ethereum.rpc.EthRpc.RpcFailure;
import io.hybridycsb.verification.Hash;
import io.hybridycsb.verification.VerificationFailed;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * What nodes have shown that were asked for one block.
 *
 * @param wanted the block
 * @param same how many have it
 * @param other how many have another block of its number
 * @param lacking how many have none
 * @param bytes of the headers
 * @param problem why one that was asked hasn't answered; empty if all have
 */
record BlockVotes(
    ClusterFile cluster,
    Wanted wanted,
    int same,
    int other,
    int lacking,
    long bytes,
    String problem) {
  private static final long PAUSE_MS = 100;

  /** A block that the chain had. */
  record Wanted(long number, Hash hash) {}

  /**
   * Asks one node after the other. One of another chain counts as one that doesn't answer.
   *
   * @param nodes in the order in which they are asked
   * @param enough once so many have the block no further one is asked
   * @param deadlineNs after which no further one is asked
   */
  static BlockVotes ask(
      ClusterFile cluster, Wanted wanted, List<QuorumNode> nodes, int enough, long deadlineNs)
      throws InterruptedException {
    int same = 0;
    int other = 0;
    int lacking = 0;
    long bytes = 0;
    String problem = "";
    for (QuorumNode node : nodes) {
      if (same >= enough || System.nanoTime() - deadlineNs >= 0) {
        break;
      }
      try {
        Optional<Block> block = node.answer(at -> blockOfThisChain(at, wanted.number()));
        bytes += block.map(Block::headerBytes).orElse(0);
        if (block.isEmpty()) {
          lacking++;
        } else if (block.get().header().hash().equals(wanted.hash())) {
          same++;
        } else {
          other++;
        }
      } catch (RpcFailure | ProofException e) {
        problem = node.problem(e);
      }
    }
    return new BlockVotes(cluster, wanted, same, other, lacking, bytes, problem);
  }

  private static Optional<Block> blockOfThisChain(QuorumNode at, long number)
      throws ProofException, RpcFailure, InterruptedException {
    at.requireThisChain();
    return at.block(number);
  }

  /**
   * Asks nodes again and again while it isn't known whether the chain has the block: some may lag
   * behind.
   */
  static BlockVotes await(ClusterFile cluster, Wanted wanted, ChainView view, long deadlineNs)
      throws InterruptedException {
    BlockVotes votes = askAll(cluster, wanted, view, deadlineNs);
    while (!votes.isKnown() && System.nanoTime() - deadlineNs < 0) {
      TimeUnit.MILLISECONDS.sleep(PAUSE_MS);
      BlockVotes again = askAll(cluster, wanted, view, deadlineNs);
      // Those that had no time any more tell less than the ones before.
      votes = again.isKnown() || System.nanoTime() - deadlineNs < 0 ? again : votes;
    }
    return votes;
  }

  /**
   * Asks all nodes that have answered when they were asked last. The others are asked too unless
   * all of those have the block. A node whose chain was rewritten is one of the others, since its
   * blocks don't follow the ones that were read.
   */
  private static BlockVotes askAll(
      ClusterFile cluster, Wanted wanted, ChainView view, long deadlineNs)
      throws InterruptedException {
    int enough = Math.max(cluster.agreeingNeeded(), view.nodesThat(true).size());
    return ask(cluster, wanted, view.inTurn(), enough, deadlineNs);
  }

  private boolean isKnown() {
    return haveBlock() || haveAnother();
  }

  /** Whether so many have it that the chain does. */
  boolean haveBlock() {
    return !haveAnother() && same >= cluster.agreeingNeeded();
  }

  /** Whether more have another block in its place than may fail. */
  boolean haveAnother() {
    return other > cluster.nodes().size() - cluster.nodesNeeded();
  }

  /**
   * Requires that the chain has the block, which it had before.
   *
   * @param view tells why others haven't answered
   * @throws VerificationFailed if more nodes have another block than may fail, or so many lack it
   *     that no write is acknowledged without them
   * @throws NotAnswered if too few answer
   */
  void require(ChainView view) {
    int nodes = cluster.nodes().size();
    if (haveAnother()) {
      throw new VerificationFailed(
          "%d of %d nodes have another block at height %d than was verified before"
              .formatted(other, nodes, wanted.number()));
    }
    if (!haveBlock() && other + lacking >= cluster.nodesNeeded()) {
      throw new VerificationFailed(
          "the chain was rolled back: block %d was verified before, and %d of %d nodes have it"
              .formatted(wanted.number(), same, nodes));
    }
    if (!haveBlock()) {
      throw new NotAnswered(
          "only %d of %d nodes have shown block %d, which was verified before: %s"
              .formatted(
                  same, nodes, wanted.number(), problem.isEmpty() ? view.whyNone() : problem));
    }
  }
}
