package io.hybridycsb.smt;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * A store that lasts as long as its object: for tests, and for trees that are opened repeatedly.
 */
public final class InMemoryNodeStore implements NodeStore {
  private final TreeMap<byte[], byte[]> valueHashes = new TreeMap<>(Arrays::compareUnsigned);
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
    return valueHashes.size();
  }

  @Override
  public synchronized LeafCursor leaves() {
    return new EntryCursor(new ArrayList<>(valueHashes.entrySet()));
  }

  @Override
  public synchronized void apply(LeafBatch batch) {
    batch.requireAfter(version);
    for (Change change : batch.changes()) {
      if (change.isDelete()) {
        valueHashes.remove(change.path());
      } else {
        valueHashes.put(change.path(), change.valueHash());
      }
    }
    version = batch.version();
    root = batch.root().clone();
  }

  @Override
  public void close() {}

  private static final class EntryCursor implements LeafCursor {
    private final Iterator<Map.Entry<byte[], byte[]>> entries;
    private Map.Entry<byte[], byte[]> current;

    EntryCursor(List<Map.Entry<byte[], byte[]>> entries) {
      this.entries = entries.iterator();
    }

    @Override
    public boolean next() {
      current = entries.hasNext() ? entries.next() : null;
      return current != null;
    }

    @Override
    public byte[] path() {
      return current.getKey();
    }

    @Override
    public byte[] valueHash() {
      return current.getValue();
    }
  }
}
