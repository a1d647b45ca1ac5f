package io.hybridycsb.blockchaindb.server.shard;

import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentSkipListMap;

/** The newest value of each key that a lane has submitted and that no block has yet. */
final class Overlay {
  private final Map<byte[], Pending> values = new ConcurrentSkipListMap<>(Arrays::compareUnsigned);

  /**
   * A value on its way.
   *
   * @param value empty for a removal
   */
  private record Pending(long nonce, byte[] value) {}

  void put(byte[] key, long nonce, byte[] value) {
    values.merge(key, new Pending(nonce, value), (a, b) -> a.nonce() > b.nonce() ? a : b);
  }

  /** Forgets that transaction's value, unless a later one has written the key again. */
  void settle(byte[] key, long nonce) {
    values.computeIfPresent(key, (k, pending) -> pending.nonce() == nonce ? null : pending);
  }

  /** An empty array for a removal. */
  Optional<byte[]> get(byte[] key) {
    return Optional.ofNullable(values.get(key)).map(Pending::value);
  }

  boolean has(byte[] key) {
    return values.containsKey(key);
  }
}
