package io.hybridycsb.smt;

import java.util.List;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * A store that lasts as long as its object: for tests, and for trees that are opened repeatedly.
 */
public final class InMemoryNodeStore implements NodeStore {
  private final TreeSet<Change> leaves = new TreeSet<>();
  private long version;
  private byte[] root = Hashes.empty();

  /** An empty store at version 0. */
  public InMemoryNodeStore() {}

  @Override
  public synchronized long version() {
    return version;
  }

  @Override
  public synchronized byte[] root() {
    return root.clone();
  }

  @Override
  public synchronized int leafCount() {
    return leaves.size();
  }

  @Override
  public synchronized Stream<Change> leaves() {
    return List.copyOf(leaves).stream();
  }

  @Override
  public synchronized void apply(LeafBatch batch) {
    batch.requireAfter(version);
    for (Change change : batch.changes()) {
      leaves.remove(change);
      if (!change.isDelete()) {
        leaves.add(change);
      }
    }
    version = batch.version();
    root = batch.root().clone();
  }

  @Override
  public void close() {}
}
