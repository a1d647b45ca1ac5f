package io.hybridycsb.veritas.core.ledger;

import io.hybridycsb.veritas.core.spi.StateReader;
import io.hybridycsb.veritas.core.spi.StateWrite;
import io.hybridycsb.veritas.core.txn.ByteKey;
import io.hybridycsb.veritas.model.StateValue;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;

/**
 * The decided state as its one writer sees it: what the store holds, and on top of it what has been
 * decided but not yet written there.
 *
 * <p>Keys that undecided blocks touch are pinned: loaded once, in batches, and kept until those
 * blocks are decided and written. Unpinned values stay in a bounded cache, because keys that were
 * just written are likely to be merged into again. Reads of clients don't go through here.
 */
@SuppressWarnings("NonAtomicVolatileUpdate") // one thread writes
public final class StateView {
  private final StateReader store;
  private final long cacheBytesMax;
  private final Map<ByteKey, Slot> pinned = new HashMap<>();
  private final LinkedHashMap<ByteKey, byte[]> cache = new LinkedHashMap<>(16, 0.75f, true);
  private final Map<ByteKey, Boolean> dirty = new LinkedHashMap<>();
  private long cacheBytes;
  private volatile long pinnedBytes;
  private BiConsumer<ByteKey, byte[]> beforeChange = (key, value) -> {};

  private static final class Slot {
    byte[] value;
    boolean loaded;
    int pins;
  }

  public StateView(StateReader store, long cacheBytesMax) {
    this.store = store;
    this.cacheBytesMax = cacheBytesMax;
  }

  /** Pins keys, each as often as it is listed, and loads those that are missing. */
  public void pin(Collection<ByteKey> keys) {
    List<ByteKey> missing = new ArrayList<>();
    for (ByteKey key : keys) {
      Slot slot = pinned.computeIfAbsent(key, k -> new Slot());
      slot.pins++;
      if (slot.pins == 1) {
        takeFromCache(key, slot);
        if (!slot.loaded) {
          missing.add(key);
        }
      }
    }
    if (!missing.isEmpty()) {
      load(missing);
    }
  }

  private void load(List<ByteKey> keys) {
    List<byte[]> values = store.getAll(keys.stream().map(ByteKey::bytes).toList());
    for (int i = 0; i < keys.size(); i++) {
      Slot slot = pinned.get(keys.get(i));
      put(slot, values.get(i));
      slot.loaded = true;
    }
  }

  /** Removes one pin of each key. A key that isn't written yet keeps its value. */
  public void unpin(Collection<ByteKey> keys) {
    for (ByteKey key : keys) {
      Slot slot = pinned.get(key);
      slot.pins--;
      if (slot.pins == 0 && !dirty.containsKey(key)) {
        pinned.remove(key);
        pinnedBytes -= bytesOf(slot.value);
        putInCache(key, slot.value);
      }
    }
  }

  /** The value of a pinned key; null when it is absent. */
  public byte[] value(ByteKey key) {
    Slot slot = pinned.get(key);
    if (slot == null) {
      throw new IllegalStateException("key " + key + " is read without having been pinned");
    }
    return slot.value;
  }

  /** The version of a pinned key; 0 when it is absent. */
  public long version(ByteKey key) {
    return StateValue.version(value(key));
  }

  /** Gives a pinned key a new value; null deletes it. */
  public void set(ByteKey key, byte[] value) {
    Slot slot = pinned.get(key);
    boolean absentInStore = slot.value == null;
    if (dirty.putIfAbsent(key, absentInStore) == null) {
      beforeChange.accept(key, slot.value);
    }
    put(slot, value);
  }

  private void put(Slot slot, byte[] value) {
    pinnedBytes += bytesOf(value) - bytesOf(slot.value);
    slot.value = value;
  }

  /** Bytes of the values of pinned keys. For any thread. */
  public long pinnedBytes() {
    return pinnedBytes;
  }

  /**
   * Replaces the listener, which gets each key that is about to change in the store, and the key's
   * value there; null when it is absent.
   */
  public void beforeChange(BiConsumer<ByteKey, byte[]> listener) {
    beforeChange = listener;
  }

  /** The changes since the last {@link #written}: one write per key. */
  public List<StateWrite> unwritten() {
    List<StateWrite> writes = new ArrayList<>(dirty.size());
    dirty.forEach(
        (key, absentInStore) -> {
          byte[] value = pinned.get(key).value;
          writes.add(new StateWrite(key.bytes(), value, absentInStore && value != null));
        });
    return writes;
  }

  /** Says that the store has what {@link #unwritten} returned. */
  public void written() {
    for (ByteKey key : dirty.keySet()) {
      Slot slot = pinned.get(key);
      if (slot.pins == 0) {
        pinned.remove(key);
        pinnedBytes -= bytesOf(slot.value);
        putInCache(key, slot.value);
      }
    }
    dirty.clear();
  }

  private void takeFromCache(ByteKey key, Slot slot) {
    if (cache.containsKey(key)) {
      put(slot, cache.remove(key));
      slot.loaded = true;
      cacheBytes -= weight(key, slot.value);
    }
  }

  private void putInCache(ByteKey key, byte[] value) {
    cache.put(key, value);
    cacheBytes += weight(key, value);
    var eldest = cache.entrySet().iterator();
    while (cacheBytes > cacheBytesMax && eldest.hasNext()) {
      Map.Entry<ByteKey, byte[]> entry = eldest.next();
      cacheBytes -= weight(entry.getKey(), entry.getValue());
      eldest.remove();
    }
  }

  private static long weight(ByteKey key, byte[] value) {
    return 128L + key.bytes().length + bytesOf(value);
  }

  private static int bytesOf(byte[] value) {
    return value == null ? 0 : value.length;
  }
}
