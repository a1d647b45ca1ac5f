package io.hybridycsb.veritas.core.snapshot;

import io.hybridycsb.smt.Change;
import io.hybridycsb.smt.SparseMerkleTree;
import io.hybridycsb.veritas.core.spi.LedgerStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Takes a snapshot chunk by chunk, checks it against one trusted hash as it comes, and makes it the
 * beginning of an empty ledger. Nothing of a wrong snapshot is left behind.
 *
 * <p>The trusted hash is that of the ledger's header, and the header has the state's root and the
 * hash over the transaction index.
 */
public final class SnapshotRestore {
  private static final String DIRECTORY = "restoring";

  private final SnapshotDirectory snapshots;
  private final LedgerStore.Restore ledger;
  private final SparseMerkleTree tree;
  private final SnapshotInfo info;
  private final SnapshotCheck check;
  private final Path directory;

  /** How many chunks have come in their order. */
  private int checked;

  /** A snapshot doesn't match its description or the trusted hash. */
  public static final class WrongSnapshot extends Exception {
    WrongSnapshot(String message, Throwable cause) {
      super(message, cause);
    }
  }

  /**
   * Prepares to take a snapshot.
   *
   * @param ledger empty
   * @param tree empty
   * @param trustedHash of the ledger's header at the snapshot's height
   * @throws IOException if no directory can be made
   */
  public SnapshotRestore(
      SnapshotDirectory snapshots,
      LedgerStore ledger,
      SparseMerkleTree tree,
      SnapshotInfo info,
      byte[] trustedHash)
      throws IOException {
    this.snapshots = snapshots;
    this.ledger = ledger.beginRestore();
    this.tree = tree;
    this.info = info;
    this.check = new SnapshotCheck(info, trustedHash, this.ledger);
    this.directory = snapshots.newDirectory(DIRECTORY);
  }

  /**
   * Takes a chunk, and checks as much of the content as has come in its order.
   *
   * @return whether the chunk belongs to this snapshot; if not, it isn't taken
   * @throws WrongSnapshot if the content doesn't follow from the trusted hash; nothing of it is
   *     left
   */
  public boolean take(int index, byte[] chunk) throws WrongSnapshot, IOException {
    if (index < 0
        || index >= info.chunkHashes().size()
        || chunk.length > SnapshotInfo.CHUNK_BYTES
        || !SnapshotDirectory.isChunk(info, index, chunk)) {
      return false;
    }
    Files.write(file(index), chunk);
    if (index == checked) {
      checkWhatHasCome();
    }
    return true;
  }

  private Path file(int index) {
    return directory.resolve(Integer.toString(index));
  }

  private void checkWhatHasCome() throws WrongSnapshot, IOException {
    while (checked < info.chunkHashes().size() && Files.exists(file(checked))) {
      byte[] chunk = Files.readAllBytes(file(checked));
      checking(
          () -> {
            check.take(chunk);
            return null;
          });
      checked++;
    }
  }

  private interface Checking<T> {
    T call() throws IOException;
  }

  private <T> T checking(Checking<T> step) throws WrongSnapshot, IOException {
    try {
      return step.call();
    } catch (IllegalArgumentException | IOException e) {
      ledger.abandon();
      SnapshotDirectory.delete(directory);
      throw new WrongSnapshot(
          "the snapshot of height " + info.position() + ": " + e.getMessage(), e);
    }
  }

  /** Whether this is the number of the last chunk. */
  public boolean isLast(int index) {
    return index == info.chunkHashes().size() - 1;
  }

  /**
   * Checks that the snapshot is complete and restores ledger and tree from it. The state store is
   * filled afterwards from the same snapshot, which is then one of the node's own.
   *
   * @throws WrongSnapshot if it doesn't follow from the trusted hash; ledger and tree are empty
   * @throws io.hybridycsb.veritas.core.spi.StoreException if the ledger can't be written
   */
  public void finish() throws WrongSnapshot, IOException {
    byte[] block = checking(check::end);
    List<Change> leaves = new ArrayList<>();
    ledger.forEachLeaf((path, valueHash) -> leaves.add(Change.putPath(path, valueHash)));
    // First, because a ledger that begins here needs the state, which only the snapshot has.
    snapshots.publish(directory, info);
    ledger.finish(info.height(), block);
    tree.update(info.height(), leaves);
  }
}
