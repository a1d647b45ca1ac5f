package io.hybridycsb.veritas.core.snapshot;

import io.hybridycsb.smt.Options;
import io.hybridycsb.smt.SparseMerkleTree;
import io.hybridycsb.veritas.core.ledger.ChainHead;
import io.hybridycsb.veritas.core.snapshot.SnapshotRestore.WrongSnapshot;
import io.hybridycsb.veritas.core.spi.LedgerStore;
import io.hybridycsb.veritas.core.spi.StateReader;
import io.hybridycsb.veritas.core.testing.TestChain;
import java.io.IOException;

/** Takes and restores snapshots in one step. */
public final class TestSnapshots {
  private static final long OVERLAY_BYTES = 16 << 20;

  private TestSnapshots() {}

  /**
   * Takes a snapshot of the chain as it is now.
   *
   * @param reader what reads its state store; it may let the chain go on meanwhile
   */
  public static SnapshotInfo take(TestChain chain, StateReader reader, SnapshotDirectory into) {
    return take(chain, reader, into, OVERLAY_BYTES);
  }

  static SnapshotInfo take(
      TestChain chain, StateReader reader, SnapshotDirectory into, long overlayBytes) {
    ChainHead head = chain.ledger().head();
    Overlay overlay = new Overlay(overlayBytes);
    chain.data().state().beforeChange(overlay::keep);
    return new SnapshotTaker(
            chain.ledger(), reader, into, head, chain.tree().at(head.height()), overlay)
        .take();
  }

  /** Hands all chunks of a snapshot to a ledger that is empty. */
  public static void restore(
      SnapshotDirectory from,
      SnapshotInfo info,
      byte[] trustedHash,
      SnapshotDirectory into,
      LedgerStore ledger)
      throws WrongSnapshot, IOException {
    SparseMerkleTree tree = SparseMerkleTree.inMemory(Options.defaults());
    SnapshotRestore restore = new SnapshotRestore(into, ledger, tree, info, trustedHash);
    for (int i = 0; i < info.chunkHashes().size(); i++) {
      if (!restore.take(i, from.chunk(info.position(), i).orElseThrow())) {
        throw new AssertionError("chunk " + i + " isn't taken");
      }
    }
    restore.finish();
  }
}
