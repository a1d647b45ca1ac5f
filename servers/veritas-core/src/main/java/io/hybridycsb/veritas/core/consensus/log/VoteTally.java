package io.hybridycsb.veritas.core.consensus.log;

import io.hybridycsb.veritas.core.consensus.log.LogItem.CastVote;
import io.hybridycsb.veritas.proto.Veto;
import io.hybridycsb.veritas.proto.Vote;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Deque;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Counts votes. A voter's vote covers all blocks up to a height that its earlier votes didn't
 * cover; a block is decided when enough voters have covered it.
 */
final class VoteTally {
  private final int votesNeeded;
  private final Map<String, Deque<CastVote>> votes = new LinkedHashMap<>();
  private final Map<String, Long> votedUpTo = new LinkedHashMap<>();

  VoteTally(Collection<String> voters, int votesNeeded) {
    this.votesNeeded = votesNeeded;
    for (String voter : voters) {
      votes.put(voter, new ArrayDeque<>());
      votedUpTo.put(voter, 0L);
    }
  }

  void add(CastVote vote) {
    String voter = vote.body().getVoter();
    if (vote.body().getUpToHeight() > votedUpTo.get(voter)) {
      votedUpTo.put(voter, vote.body().getUpToHeight());
      votes.get(voter).add(vote);
    }
  }

  /** The height up to which a voter has voted. */
  long votedUpTo(String voter) {
    return votedUpTo.get(voter);
  }

  /** The greatest height that enough voters have covered. */
  long decidedUpTo() {
    long[] heights = votedUpTo.values().stream().mapToLong(Long::longValue).toArray();
    Arrays.sort(heights);
    return heights[heights.length - votesNeeded];
  }

  /** The votes that cover a block, in the order of the voters. Call it by rising height. */
  List<Vote> votesFor(long height) {
    List<Vote> covering = new ArrayList<>(votes.size());
    for (Deque<CastVote> cast : votes.values()) {
      while (!cast.isEmpty() && cast.getFirst().body().getUpToHeight() < height) {
        cast.removeFirst();
      }
      if (!cast.isEmpty()) {
        covering.add(cast.getFirst().vote());
      }
    }
    return covering;
  }

  /** Indexes of the transactions in a block that a vote covering the block is against. */
  Set<Integer> vetoed(long height) {
    Set<Integer> vetoed = Set.of();
    for (Deque<CastVote> cast : votes.values()) {
      if (cast.isEmpty() || cast.getFirst().body().getVetoesCount() == 0) {
        continue;
      }
      for (Veto veto : cast.getFirst().body().getVetoesList()) {
        if (veto.getHeight() == height) {
          vetoed = vetoed.isEmpty() ? new HashSet<>() : vetoed;
          vetoed.addAll(veto.getIndexesList());
        }
      }
    }
    return vetoed;
  }
}
