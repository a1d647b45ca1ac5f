package io.hybridycsb.veritas.core.ledger;

import io.hybridycsb.smt.Change;
import io.hybridycsb.smt.Options;
import io.hybridycsb.smt.SparseMerkleTree;
import io.hybridycsb.veritas.core.spi.StoreException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Opens the sparse Merkle tree over the state. */
public final class StateTree {
  private StateTree() {}

  /**
   * Builds the tree of the ledger's head from the leaves that the ledger keeps.
   *
   * @param versionsRetained state roots for which proofs can be made
   * @throws StoreException if the leaves don't give the head's state root
   */
  public static SparseMerkleTree open(Ledger ledger, int versionsRetained) {
    SparseMerkleTree tree =
        SparseMerkleTree.inMemory(Options.defaults().versionsRetained(versionsRetained));
    ChainHead head = ledger.head();
    if (head.height() > 0) {
      List<Change> leaves = new ArrayList<>();
      ledger.store().forEachLeaf((path, hash) -> leaves.add(Change.putPath(path, hash)));
      byte[] root = tree.update(head.height(), leaves);
      if (!Arrays.equals(root, head.stateRoot())) {
        throw new StoreException(
            ledger.store().describe()
                + " is damaged: its leaves don't give the state root of height "
                + head.height());
      }
    }
    return tree;
  }
}
