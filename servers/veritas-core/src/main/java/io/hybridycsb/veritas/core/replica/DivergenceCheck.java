package io.hybridycsb.veritas.core.replica;

import io.hybridycsb.veritas.core.ledger.Ledger;
import io.hybridycsb.veritas.proto.VoteBody;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;

/**
 * Compares the ledgers of which votes tell with this node's. When more than half of the other nodes
 * have another one, it is this node that is wrong, and it stops.
 */
final class DivergenceCheck {
  private final String self;
  private final int others;
  private final Ledger ledger;
  private final Set<String> disagreeing = new HashSet<>();

  DivergenceCheck(String self, int nodes, Ledger ledger) {
    this.self = self;
    this.others = nodes - 1;
    this.ledger = ledger;
  }

  /**
   * Whether a voter's ledger is this node's up to the height that the vote names.
   *
   * @throws DivergedException if most of the others have another ledger
   */
  boolean agrees(VoteBody vote) {
    long height = vote.getDecidedHeight();
    if (Arrays.equals(ledger.hash(height), vote.getDecidedHash().toByteArray())) {
      return true;
    }
    disagreeing.add(vote.getVoter());
    if (disagreeing.contains(self) || disagreeing.size() * 2 > others) {
      throw new DivergedException(
          self,
          height,
          "its ledger there isn't that of "
              + String.join(", ", disagreeing)
              + "; see `hybrid audit`");
    }
    return false;
  }
}
