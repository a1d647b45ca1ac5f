package io.hybridycsb.veritas.core.spi;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.NavigableMap;
import java.util.concurrent.ConcurrentSkipListMap;

/**
 * A state in memory, for simulations. What dies with a node is the store object; {@link #reopened}
 * gives the next life of the node the same data.
 */
public class InMemoryStateStore implements StateStore {
  private final Data data;
  private volatile boolean closed;

  private static final class Data {
    private final NavigableMap<byte[], byte[]> values =
        new ConcurrentSkipListMap<>(Arrays::compareUnsigned);
    private volatile long applied;
    private volatile boolean lost;
  }

  /** An empty store. */
  public InMemoryStateStore() {
    this(new Data());
  }

  private InMemoryStateStore(Data data) {
    this.data = data;
  }

  /** Ends this object as the death of its process would, and opens what it left behind. */
  public InMemoryStateStore reopened() {
    close();
    forgetLoss();
    return new InMemoryStateStore(data);
  }

  /** Whoever opens a store finds what is there, and expects nothing. */
  protected final void forgetLoss() {
    data.lost = false;
  }

  /** Empties the database behind the store's back. */
  public void lose() {
    data.values.clear();
    data.applied = 0;
    data.lost = true;
  }

  /** Overwrites one value behind the store's back. */
  public void tamper(byte[] key, byte[] value) {
    data.values.put(key, value);
  }

  @Override
  public List<byte[]> getAll(List<byte[]> keys) {
    requireIntact();
    List<byte[]> values = new ArrayList<>(keys.size());
    for (byte[] key : keys) {
      values.add(data.values.get(key));
    }
    return values;
  }

  @Override
  public List<StateEntry> scan(byte[] from, byte[] to, int limit) {
    requireIntact();
    if (Arrays.compareUnsigned(from, to) >= 0) {
      return List.of();
    }
    return data.values.subMap(from, to).entrySet().stream()
        .limit(limit)
        .map(entry -> new StateEntry(entry.getKey(), entry.getValue()))
        .toList();
  }

  @Override
  public void apply(StateBatch batch) {
    requireIntact();
    if (batch.height() < data.applied) {
      throw new IllegalArgumentException(
          "batch of height " + batch.height() + " comes after height " + data.applied);
    }
    for (StateWrite write : batch.writes()) {
      if (write.isDelete()) {
        data.values.remove(write.key());
      } else {
        data.values.put(write.key(), write.value());
      }
    }
    data.applied = batch.height();
  }

  @Override
  public long appliedHeight() {
    requireIntact();
    return data.applied;
  }

  @Override
  public void clear() {
    requireOpen();
    data.values.clear();
    data.applied = 0;
    data.lost = false;
  }

  private void requireIntact() {
    requireOpen();
    if (data.lost) {
      throw new StateLostException(describe(), data.applied);
    }
  }

  /** What every call begins with. */
  protected void requireOpen() {
    if (closed) {
      throw new StoreException(describe() + " was closed");
    }
  }

  @Override
  public String describe() {
    return "memory";
  }

  @Override
  public void close() {
    closed = true;
  }
}
