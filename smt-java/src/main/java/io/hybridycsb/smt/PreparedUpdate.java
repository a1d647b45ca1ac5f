package io.hybridycsb.smt;

import java.util.Collection;
import java.util.List;

/**
 * A computed update that no reader of the tree sees yet. A caller that keeps the leaves in a
 * database of its own writes {@link #batch} there together with whatever else must be atomic with
 * it, and then calls {@link #commit}. An update that is never committed leaves no trace.
 */
public final class PreparedUpdate {
  private final SparseMerkleTree tree;
  private final Snapshot base;
  private final Snapshot snapshot;
  private final List<Change> changes;

  PreparedUpdate(SparseMerkleTree tree, Snapshot base, Snapshot snapshot, List<Change> changes) {
    this.tree = tree;
    this.base = base;
    this.snapshot = snapshot;
    this.changes = changes;
  }

  /** The version this makes. */
  public long version() {
    return snapshot.version();
  }

  /** The 32-byte root at that version, a new array. */
  public byte[] root() {
    return snapshot.root();
  }

  /** The tree as it will be, to be read before it is committed. */
  public Snapshot snapshot() {
    return snapshot;
  }

  /** The changes in ascending order of their paths, the last one given for each path. */
  public List<Change> leafChanges() {
    return changes;
  }

  /** What a store must write before the update may be committed. */
  public LeafBatch batch() {
    return new LeafBatch(version(), root(), snapshot.size(), changes);
  }

  /**
   * Prepares the next update on top of this one, so that several can be written together; they are
   * then committed in order.
   *
   * @throws IllegalArgumentException if the version is not above this one's
   */
  public PreparedUpdate prepareNext(long version, Collection<Change> changes) {
    return tree.prepareOn(snapshot, version, changes);
  }

  /**
   * Makes this the tree's latest version.
   *
   * @throws IllegalStateException if the tree's latest version is not the one this was prepared on
   */
  public void commit() {
    tree.publish(base, snapshot);
  }
}
