package io.hybridycsb.relational.kafka;

import io.hybridycsb.relational.kafka.VoteTally.Verdict;
import io.hybridycsb.verification.Hash;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;

/**
 * What a node makes of the shared log: it executes its blocks in their order, counts the votes, and
 * compares what is decided with what its own database has come to. For one thread, without time.
 */
final class Replica {
  /** Blocks that may be undecided before nodes append no more. */
  static final int UNDECIDED_MAX = 1_000;

  /** With those that nodes append at the same time. */
  private static final int KEPT_MAX = 2 * UNDECIDED_MAX;

  private final String self;
  private final BlockExecutor executor;
  private final VoteTally tally;

  /** Of this block and later ones, all votes come after where this node begins to read. */
  private final long countedFrom;

  /** What the last blocks have come to here; all that are not decided are among them. */
  private final TreeMap<Long, Hash> own = new TreeMap<>();

  private final Deque<Long> unvoted = new ArrayDeque<>();

  Replica(String self, int nodes, BlockExecutor executor) {
    this.self = self;
    this.executor = executor;
    this.tally = new VoteTally(nodes);
    executor.lastBlocks(KEPT_MAX).forEach(block -> own.put(block.height(), block.hash()));
    this.countedFrom = height();
  }

  /** The last block that was executed, which is the position of the next record; 0: none. */
  long height() {
    return own.isEmpty() ? 0 : own.lastKey();
  }

  long decidedHeight() {
    return tally.decidedHeight();
  }

  /** How many blocks, from the last one before the start on, are not known to be decided. */
  int undecided() {
    return own.tailMap(Math.max(tally.decidedHeight() + 1, countedFrom), true).size();
  }

  /**
   * Votes for all blocks that are kept. They are more than can have been without this node's vote
   * when it stopped.
   */
  void voteAgain() {
    unvoted.clear();
    unvoted.addAll(own.keySet());
  }

  /**
   * Takes what this node is to vote for next, by rising height.
   *
   * @param most at most so many blocks
   */
  List<BlockHash> takeVotes(int most) {
    List<BlockHash> votes = new ArrayList<>();
    while (!unvoted.isEmpty() && votes.size() < most) {
      long height = unvoted.removeFirst();
      if (own.containsKey(height)) {
        votes.add(new BlockHash(height, own.get(height)));
      }
    }
    return votes;
  }

  /**
   * Takes the next record.
   *
   * @throws OutvotedException if this node can't go on by what is decided
   */
  void apply(LogItem item) {
    if (item instanceof LogItem.Block block) {
      execute(block);
    } else if (item instanceof LogItem.Votes votes) {
      for (BlockHash each : votes.blocks()) {
        // Others are for no block, or for one that was decided before.
        if (each.height() >= countedFrom && own.containsKey(each.height())) {
          tally.add(votes.node(), each).ifPresent(this::judge);
        }
      }
    }
  }

  private void execute(LogItem.Block block) {
    Optional<Hash> hash = executor.execute(block);
    if (hash.isPresent()) {
      own.put(block.height(), hash.get());
      unvoted.addLast(block.height());
      if (own.size() > KEPT_MAX) {
        own.pollFirstEntry();
        if (unvoted.size() > KEPT_MAX) {
          unvoted.removeFirst();
        }
      }
    }
  }

  private void judge(Verdict verdict) {
    if (verdict instanceof Verdict.Decided decided) {
      BlockHash block = decided.block();
      Hash here = own.get(block.height());
      if (!here.equals(block.hash())) {
        throw new OutvotedException(
            ("%s is outvoted: block %d has the hash %s here, and %s on %s, more than half"
                    + " of the nodes. Its database has computed, or holds, something else: see"
                    + " `hybrid audit`; with an empty database it executes all blocks again")
                .formatted(
                    self,
                    block.height(),
                    BlockHash.shown(here),
                    BlockHash.shown(block.hash()),
                    String.join(", ", decided.nodes())));
      }
      executor.decided(block.height());
    } else if (verdict instanceof Verdict.Undecidable open) {
      throw new OutvotedException(
          ("block %d can't be decided any more: it has the hash %s, and none can have more than"
                  + " half of the nodes; see `hybrid audit`")
              .formatted(open.height(), VoteTally.shown(open.nodes())));
    }
  }

  /**
   * A block has come to effects in this node's database that don't have, or can't get, a majority.
   */
  static final class OutvotedException extends IllegalStateException {
    OutvotedException(String message) {
      super(message);
    }
  }
}
