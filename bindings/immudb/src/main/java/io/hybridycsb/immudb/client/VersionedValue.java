package io.hybridycsb.immudb.client;

import com.google.protobuf.ByteString;
import io.hybridycsb.verification.Hash;
import java.util.Optional;

/**
 * A key as it was read. A write can count on it being unchanged.
 *
 * @param tx the transaction that has written it; 0 if it is absent
 * @param value empty if it is absent
 */
public record VersionedValue(byte[] key, long tx, Optional<byte[]> value) {
  static VersionedValue absent(byte[] key) {
    return new VersionedValue(key, 0, Optional.empty());
  }

  /**
   * SHA-256 of the value as it is stored, which the ledger has of it.
   *
   * @throws java.util.NoSuchElementException if it is absent
   */
  public Hash storedHash() {
    return Conversions.valueHash(ByteString.copyFrom(value.orElseThrow()));
  }
}
