package io.hybridycsb.veritas.core.ledger;

import io.hybridycsb.smt.Change;
import io.hybridycsb.smt.Snapshot;
import io.hybridycsb.smt.SparseMerkleTree;
import io.hybridycsb.veritas.core.spi.LedgerBatch.Leaf;
import io.hybridycsb.veritas.core.spi.ReplacedValues;
import io.hybridycsb.veritas.core.spi.StateReader;
import io.hybridycsb.veritas.core.spi.StoreException;
import io.hybridycsb.veritas.crypto.Hashes;
import java.lang.ref.SoftReference;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The state after earlier blocks, made from the present one by what the blocks since have replaced.
 * One thread asks.
 */
public final class StateHistory {
  /** So many changes, or a block's, are undone at a time; they take some 15 MB. */
  private static final int CHANGES_AT_ONCE = 1 << 16;

  private final Ledger ledger;
  private final SparseMerkleTree tree;
  private final StateReader store;
  private final int blocks;

  /** The tree that was made last; who asks for a height often asks for more of it. */
  private SoftReference<Snapshot> made = new SoftReference<>(null);

  /**
   * A record as it was.
   *
   * @param tree of the state at that height
   * @param value null when the key was absent
   */
  @SuppressWarnings("ArrayRecordComponent") // carries bytes; compared by nobody
  public record Past(Snapshot tree, byte[] value) {}

  /**
   * @param store for any thread
   * @param blocks before the newest whose state is known, at most; 0: none
   */
  public StateHistory(Ledger ledger, SparseMerkleTree tree, StateReader store, int blocks) {
    this.ledger = ledger;
    this.tree = tree;
    this.store = store;
    this.blocks = blocks;
  }

  /** The most blocks before the newest whose state is known; 0: none. */
  public int blocks() {
    return blocks;
  }

  /** The oldest height whose state is known, 1 or greater. */
  public long firstHeight() {
    long newest = ledger.store().height();
    long kept = Math.min(newest, ledger.store().replaced().firstBlock() - 1);
    return Math.max(Math.max(1, kept), newest - blocks);
  }

  /**
   * A record after the block at a height.
   *
   * @param key a state key
   * @param height from {@link #firstHeight} to what is written to ledger and state store
   * @throws StoreException if a database fails, the height has become too old meanwhile, or what is
   *     kept doesn't give the header's state root
   */
  public Past at(long height, byte[] key) {
    // Read before the ledger, which has each block first.
    byte[] present = store.getAll(List.of(key)).get(0);
    byte[] value = valueAt(height, Hashes.sha256(key), present);
    Snapshot past = treeAt(height);
    byte[] valueHash = value == null ? null : Hashes.sha256(value);
    if (!Arrays.equals(past.root(), ledger.readHeader(height).getStateRoot().toByteArray())
        || !Arrays.equals(past.valueHash(key), valueHash)) {
      throw new StoreException(
          ledger.store().describe()
              + ": what is kept of the past doesn't give the state at height "
              + height);
    }
    return new Past(past, value);
  }

  private byte[] valueAt(long height, byte[] path, byte[] present) {
    ReplacedValues replaced = ledger.store().replaced();
    long newest = ledger.store().height();
    for (long block = height + 1; block <= newest; block++) {
      for (Leaf leaf : replaced.leaves(block)) {
        if (Arrays.equals(leaf.path(), path)) {
          return leaf.valueHash() == null ? null : replaced.value(block, path);
        }
      }
    }
    return present;
  }

  private Snapshot treeAt(long height) {
    Snapshot retained = retained(height);
    if (retained != null) {
      return retained;
    }
    Snapshot past = made.get();
    if (past == null || past.version() < height) {
      past = newestWritten();
    }
    ReplacedValues replaced = ledger.store().replaced();
    List<Change> undoing = new ArrayList<>();
    for (long block = past.version(); block > height; block--) {
      replaced.leaves(block).forEach(leaf -> undoing.add(changeTo(leaf)));
      if (undoing.size() >= CHANGES_AT_ONCE || block == height + 1) {
        past = past.revert(block - 1, undoing);
        undoing.clear();
      }
    }
    made = new SoftReference<>(past);
    return past;
  }

  private Snapshot retained(long height) {
    try {
      return tree.at(height);
    } catch (IllegalArgumentException e) {
      return null;
    }
  }

  /**
   * The tree is ahead of the ledger by what is executed and not yet written. It may retain no
   * version that is written, but then it soon does.
   */
  private Snapshot newestWritten() {
    Snapshot written = retained(ledger.store().height());
    if (written == null) {
      throw new StoreException("no version of the tree is written just now");
    }
    return written;
  }

  private static Change changeTo(Leaf leaf) {
    return leaf.valueHash() == null
        ? Change.deletePath(leaf.path())
        : Change.putPath(leaf.path(), leaf.valueHash());
  }
}
