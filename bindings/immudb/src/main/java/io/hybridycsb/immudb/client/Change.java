package io.hybridycsb.immudb.client;

import java.util.Optional;

/**
 * What a write does to a key.
 *
 * @param value empty to delete
 */
public record Change(byte[] key, Optional<byte[]> value) {
  public static Change put(byte[] key, byte[] value) {
    return new Change(key, Optional.of(value));
  }

  public static Change delete(byte[] key) {
    return new Change(key, Optional.empty());
  }
}
