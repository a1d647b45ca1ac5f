package io.hybridycsb.veritas.core.consensus.log;

import com.google.protobuf.ByteString;
import io.hybridycsb.veritas.proto.VoteBody;
import java.util.LinkedHashSet;
import java.util.Set;

/**
 * Compares the rules by which votes were cast with this node's. A vote by other rules must not
 * count: its node judges transactions differently.
 */
final class RulesCheck {
  private final String self;
  private final int nodes;
  private final ByteString rules;

  /** The other nodes whose last vote was by other rules. */
  private final Set<String> others = new LinkedHashSet<>();

  RulesCheck(String self, int nodes, byte[] rules) {
    this.self = self;
    this.nodes = nodes;
    this.rules = ByteString.copyFrom(rules);
  }

  /** The hash that this node's votes name. */
  ByteString rules() {
    return rules;
  }

  /** Whether the vote was cast by this node's rules. */
  boolean agrees(VoteBody vote) {
    if (vote.getConfigHash().equals(rules)) {
      others.remove(vote.getVoter());
      return true;
    }
    if (!vote.getVoter().equals(self)) {
      others.add(vote.getVoter());
    }
    return false;
  }

  /**
   * To be called when the log has been read as far as it goes: a node that was wrong and is mended
   * has voted again by then.
   *
   * @throws DivergedException if more than half of the nodes go by other rules than this one
   */
  void requireSame(long height) {
    if (others.size() * 2 > nodes) {
      throw new DivergedException(
          self,
          height,
          "its cluster.json or limits aren't those of "
              + String.join(", ", others)
              + "; give it theirs and remove its data.dir, which it rebuilds from the log");
    }
  }
}
