package io.hybridycsb.veritas.core.snapshot;

import io.hybridycsb.veritas.core.txn.ByteKey;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The values that keys had when a snapshot began and that were overwritten since. The writer of the
 * state puts a value here before it changes the key; a reader that reads the store first and looks
 * here afterwards gets the old value. Safe for one writer and one reader.
 */
final class Overlay {
  private static final long ENTRY_BYTES = 200;

  private final NavigableMap<ByteKey, Optional<byte[]>> values = new ConcurrentSkipListMap<>();
  private final AtomicLong bytes = new AtomicLong();
  private final long bytesMax;
  private volatile boolean closed;
  private volatile boolean overflowed;

  /**
   * @param bytesMax the memory beyond which it gives up
   */
  Overlay(long bytesMax) {
    this.bytesMax = bytesMax;
  }

  /** Keeps the value of a key that is about to change; null when it is absent. */
  void keep(ByteKey key, byte[] value) {
    if (closed || values.putIfAbsent(key, Optional.ofNullable(value)) != null) {
      return;
    }
    long added = ENTRY_BYTES + key.bytes().length + (value == null ? 0 : value.length);
    if (bytes.addAndGet(added) > bytesMax) {
      overflowed = true;
      close();
    }
  }

  /** Whether it gave up, so that its content can't be relied on. */
  boolean hasOverflowed() {
    return overflowed;
  }

  /**
   * The values that it holds for keys with {@code from <= key < to}; empty where a key was absent.
   */
  Map<ByteKey, Optional<byte[]>> between(byte[] from, byte[] to) {
    return values.subMap(new ByteKey(from), true, new ByteKey(to), false);
  }

  /** Drops everything and keeps no further values. */
  void close() {
    closed = true;
    values.clear();
  }
}
