package io.hybridycsb.veritas.stores.none;

import io.hybridycsb.veritas.core.spi.StateBatch;
import io.hybridycsb.veritas.core.spi.StateEntry;
import io.hybridycsb.veritas.core.spi.StateFullException;
import io.hybridycsb.veritas.core.spi.StateStore;
import io.hybridycsb.veritas.core.spi.StateWrite;
import io.hybridycsb.veritas.core.spi.StoreException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.NavigableMap;
import java.util.concurrent.ConcurrentSkipListMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What takes a database's place where its cost is to be told: a sorted map on the node's heap.
 *
 * <p>It isn't empty, because a node without a state could neither see conflicts nor merge fields,
 * and would come to another state root than its fellows. Nothing is written, sent or kept: each
 * start executes the ledger again. It holds no more than it was given room for.
 */
public final class NoStateStore implements StateStore {
  private static final Logger LOG = LoggerFactory.getLogger(NoStateStore.class);

  /** What an entry takes beside its key and value: two arrays' heads, a node of the map, a link. */
  private static final long ENTRY_BYTES = 100;

  private final long bytesMax;
  private final NavigableMap<byte[], byte[]> values =
      new ConcurrentSkipListMap<>(Arrays::compareUnsigned);
  private long bytes;
  private volatile long applied;
  private volatile boolean closed;

  /**
   * An empty one.
   *
   * @param bytesMax bytes of keys and values, with what holds them, at most
   */
  NoStateStore(long bytesMax) {
    this.bytesMax = bytesMax;
  }

  /** An empty one, which holds at most half of this process' heap. */
  public static NoStateStore onHeap() {
    LOG.warn(
        "state.store=none: the state is on this process' heap and ends with it;"
            + " this is a baseline to compare databases with, not a way to keep data");
    return new NoStateStore(Runtime.getRuntime().maxMemory() / 2);
  }

  @Override
  public List<byte[]> getAll(List<byte[]> keys) {
    requireOpen();
    List<byte[]> found = new ArrayList<>(keys.size());
    for (byte[] key : keys) {
      found.add(values.get(key));
    }
    return found;
  }

  @Override
  public List<StateEntry> scan(byte[] from, byte[] to, int limit) {
    requireOpen();
    if (Arrays.compareUnsigned(from, to) >= 0) {
      return List.of();
    }
    return values.subMap(from, to).entrySet().stream()
        .limit(limit)
        .map(entry -> new StateEntry(entry.getKey(), entry.getValue()))
        .toList();
  }

  @Override
  public void apply(StateBatch batch) {
    requireOpen();
    batch.requireNotBefore(applied);
    for (StateWrite write : batch.writes()) {
      byte[] before =
          write.isDelete() ? values.remove(write.key()) : values.put(write.key(), write.value());
      bytes += size(write.key(), write.value()) - size(write.key(), before);
      if (bytes > bytesMax) {
        throw new StateFullException(
            "state.store=none holds at most %d bytes, half of the node's heap: give the node more"
                    .formatted(bytesMax)
                + " (-Xmx), or a database (state.store)");
      }
    }
    applied = batch.height();
  }

  private static long size(byte[] key, byte[] value) {
    return value == null ? 0 : ENTRY_BYTES + key.length + value.length;
  }

  @Override
  public long appliedHeight() {
    requireOpen();
    return applied;
  }

  @Override
  public void clear() {
    requireOpen();
    values.clear();
    bytes = 0;
    applied = 0;
  }

  private void requireOpen() {
    if (closed) {
      throw new StoreException(describe() + " was closed");
    }
  }

  @Override
  public String describe() {
    return "no database (the node's heap)";
  }

  @Override
  public void close() {
    closed = true;
    values.clear();
  }
}
