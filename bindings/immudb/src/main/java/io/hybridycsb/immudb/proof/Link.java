package io.hybridycsb.immudb.proof;

import io.hybridycsb.verification.Hash;
import io.hybridycsb.verification.VerificationFailed;

/**
 * The proof that one transaction and all before it are a part of what another covers: that both
 * were written to one ledger, which has only been added to.
 *
 * <p>A header holds the root of the tree over all accumulated hashes before it. So the earlier
 * transaction has to be a leaf of the later one's tree, and the earlier one's own tree has to be
 * the beginning of the later one's.
 *
 * @param inclusion path of the earlier one's hash in the later one's tree
 * @param consistency between both trees
 * @param lastInclusion path of the last hash in the later one's tree
 */
public record Link(
    Header earlier, Header later, Path inclusion, Path consistency, Path lastInclusion) {

  /**
   * Checks the proof.
   *
   * @param from the state that the earlier header must have
   * @param to the state that the later header must have
   * @throws VerificationFailed if it doesn't hold
   */
  public void verify(State from, State to) {
    require(from.isOf(earlier), "begins at another state");
    require(to.isOf(later), "ends at another state");
    require(earlier.id() <= later.id(), "goes backwards");
    if (earlier.id() == later.id()) {
      require(earlier.accumulated().equals(later.accumulated()), "has two hashes for one");
      return;
    }
    Hash root = later.linkedRoot();
    long size = later.before();
    require(
        MerkleTree.includes(later.previous(), size - 1, size, lastInclusion, root),
        "lacks the transaction before the later one");
    // One that is directly before the later one is that last leaf.
    require(
        earlier.id() == size
            ? earlier.accumulated().equals(later.previous())
            : MerkleTree.includes(earlier.accumulated(), earlier.id() - 1, size, inclusion, root),
        "lacks the earlier transaction");
    require(
        earlier.before() == 0
            || MerkleTree.isExtended(
                earlier.before(), earlier.linkedRoot(), size, root, consistency),
        "has a tree that isn't an extension of the earlier one");
  }

  private void require(boolean holds, String otherwise) {
    if (!holds) {
      throw new VerificationFailed(
          "the proof from transaction %d to %d %s".formatted(earlier.id(), later.id(), otherwise));
    }
  }
}
