package io.hybridycsb.veritas.core.snapshot;

import io.hybridycsb.smt.Change;
import io.hybridycsb.smt.PreparedUpdate;
import io.hybridycsb.smt.SparseMerkleTree;
import io.hybridycsb.veritas.core.ledger.LedgerBlocks;
import io.hybridycsb.veritas.core.spi.IndexRecord;
import io.hybridycsb.veritas.core.spi.LedgerStore;
import io.hybridycsb.veritas.crypto.Hashes;
import io.hybridycsb.veritas.crypto.MerkleTree;
import io.hybridycsb.veritas.proto.BlockHeader;
import io.hybridycsb.veritas.proto.LedgerBlock;
import io.hybridycsb.veritas.proto.Transaction;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Takes a snapshot chunk by chunk, checks it against one trusted hash, and makes it the beginning
 * of an empty ledger. Nothing of a wrong snapshot is left behind.
 *
 * <p>The trusted hash is that of the ledger's header, and the header has the state's root and the
 * hash over the transaction index.
 */
public final class SnapshotRestore {
  private static final String DIRECTORY = "restoring";

  private final SnapshotDirectory snapshots;
  private final LedgerStore ledger;
  private final SparseMerkleTree tree;
  private final SnapshotInfo info;
  private final byte[] trustedHash;
  private final Path directory;

  /** A snapshot doesn't match its description or the trusted hash. */
  public static final class WrongSnapshot extends Exception {
    private static final long serialVersionUID = 1L;

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
    this.ledger = ledger;
    this.tree = tree;
    this.info = info;
    this.trustedHash = trustedHash;
    this.directory = snapshots.newDirectory(DIRECTORY);
  }

  /**
   * Takes a chunk; they may come in any order.
   *
   * @return whether the chunk belongs to this snapshot; if not, it isn't taken
   */
  public boolean take(int index, byte[] chunk) throws IOException {
    if (index < 0
        || index >= info.chunkHashes().size()
        || chunk.length > SnapshotInfo.CHUNK_BYTES
        || !SnapshotDirectory.isChunk(info, index, chunk)) {
      return false;
    }
    Files.write(directory.resolve(Integer.toString(index)), chunk);
    return true;
  }

  /** Whether this is the number of the last chunk. */
  public boolean isLast(int index) {
    return index == info.chunkHashes().size() - 1;
  }

  /**
   * Checks the complete snapshot and restores ledger and tree from it. The state store is filled
   * afterwards from the same snapshot, which is then one of the node's own.
   *
   * @throws WrongSnapshot if it doesn't follow from the trusted hash; ledger and tree are empty
   * @throws io.hybridycsb.veritas.core.spi.StoreException if the ledger can't be written
   */
  public void finish() throws WrongSnapshot, IOException {
    LedgerStore.Restore restore = ledger.beginRestore();
    byte[] block;
    PreparedUpdate update;
    try (DataInputStream in = SnapshotDirectory.open(directory, info)) {
      block = SnapshotContent.readPart(in);
      BlockHeader header = checkedHeader(block);
      checkIndex(in, header, restore);
      update = checkedState(in, header, restore);
    } catch (EOFException e) {
      throw wrong("it ends too early", e);
    } catch (IllegalArgumentException | IOException e) {
      throw wrong(e.getMessage(), e);
    }
    // First, because a ledger that begins here needs the state, which only the snapshot has.
    snapshots.publish(directory, info);
    restore.finish(info.height(), block);
    update.commit();
  }

  private WrongSnapshot wrong(String text, Throwable cause) {
    return new WrongSnapshot("the snapshot of height " + info.position() + ": " + text, cause);
  }

  private BlockHeader checkedHeader(byte[] bytes) throws IOException {
    LedgerBlock block = LedgerBlock.parseFrom(bytes);
    if (!Arrays.equals(Hashes.sha256(block.getHeader().toByteArray()), trustedHash)) {
      throw new IOException("its block isn't the one that the validators have signed");
    }
    BlockHeader header = BlockHeader.parseFrom(block.getHeader());
    if (header.getHeight() != info.height() || header.getPosition() != info.position()) {
      throw new IOException("its block stands elsewhere");
    }
    if (block.getOutcomes().size() != block.getTransactionsCount()) {
      throw new IOException("its block has not one outcome for each transaction");
    }
    List<byte[]> leaves = new ArrayList<>(block.getTransactionsCount());
    for (Transaction transaction : block.getTransactionsList()) {
      leaves.add(MerkleTree.leaf(transaction.getBody().toByteArray()));
    }
    byte[] root = LedgerBlocks.transactionsRoot(leaves, block.getOutcomes());
    if (!Arrays.equals(root, header.getTransactionsRoot().toByteArray())) {
      throw new IOException("its block's transactions aren't those of the header");
    }
    return header;
  }

  private void checkIndex(DataInputStream in, BlockHeader header, LedgerStore.Restore restore)
      throws IOException {
    byte[] hash = new byte[Hashes.BYTES];
    for (long height = 1; height <= info.height(); height++) {
      byte[] indexRecord = SnapshotContent.readPart(in);
      hash = IndexRecord.hash(hash, height, indexRecord);
      restore.index(height, indexRecord);
    }
    if (!Arrays.equals(hash, header.getIndexHash().toByteArray())) {
      throw new IOException("its transaction index isn't that of the header");
    }
  }

  private PreparedUpdate checkedState(
      DataInputStream in, BlockHeader header, LedgerStore.Restore restore) throws IOException {
    List<Change> leaves = new ArrayList<>();
    SnapshotContent.readEntries(
        in,
        entry -> {
          byte[] path = Hashes.sha256(entry.key());
          byte[] valueHash = Hashes.sha256(entry.value());
          restore.leaf(path, valueHash);
          leaves.add(Change.putPath(path, valueHash));
        });
    PreparedUpdate update = tree.prepare(info.height(), leaves);
    if (!Arrays.equals(update.root(), header.getStateRoot().toByteArray())) {
      throw new IOException("its state hasn't the root that the header has");
    }
    return update;
  }
}
