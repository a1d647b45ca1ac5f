package io.hybridycsb.veritas.core.consensus.log;

import io.hybridycsb.veritas.core.ledger.Ledger;
import io.hybridycsb.veritas.proto.VoteBody;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Compares the ledgers that votes name with this node's. When more than half of the other nodes
 * have a different ledger, this node is wrong, and it stops.
 *
 * <p>The log keeps the votes that a node cast while its ledger was wrong, this node's own included.
 * They don't count, and must not stop a node whose ledger has been rebuilt since. A node's own
 * votes therefore stop it only when there is no other node.
 */
final class DivergenceCheck {
  private final String self;
  private final int others;
  private final Ledger ledger;

  /** The other nodes whose ledger differs, with the greatest height at which it did. */
  private final Map<String, Long> disagreeing = new LinkedHashMap<>();

  DivergenceCheck(String self, int nodes, Ledger ledger) {
    this.self = self;
    this.others = nodes - 1;
    this.ledger = ledger;
  }

  /**
   * Whether a voter's ledger equals this node's up to the height that the vote names.
   *
   * @throws DivergedException if most of the others have another ledger
   */
  boolean agrees(VoteBody vote) {
    String voter = vote.getVoter();
    long height = vote.getDecidedHeight();
    if (Arrays.equals(ledger.hash(height), vote.getDecidedHash().toByteArray())) {
      disagreeing.computeIfPresent(voter, (v, wrongAt) -> height >= wrongAt ? null : wrongAt);
      return true;
    }
    if (others == 0 || !voter.equals(self)) {
      disagreeing.merge(voter, height, Math::max);
    }
    if (disagreeing.size() * 2 > others) {
      throw new DivergedException(
          self,
          height,
          "its ledger there isn't that of %s; see `hybrid audit`"
              .formatted(String.join(", ", disagreeing.keySet())));
    }
    return false;
  }
}
