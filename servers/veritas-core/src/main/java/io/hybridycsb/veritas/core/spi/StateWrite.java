package io.hybridycsb.veritas.core.spi;

/**
 * The value that a key has after a batch.
 *
 * @param key table, 0x00, key
 * @param value version and fields; null when the key is deleted
 * @param created the key was absent before, so that an index of keys must learn of it
 */
@SuppressWarnings("ArrayRecordComponent") // carries bytes; compared by nobody
public record StateWrite(byte[] key, byte[] value, boolean created) {

  public boolean isDelete() {
    return value == null;
  }
}
