package io.hybridycsb.immudb.proof;

import java.nio.ByteBuffer;

/** What a transaction's tree has of each entry. */
public final class EntryDigest {
  private EntryDigest() {}

  /**
   * The digest of an entry.
   *
   * @param version of the transaction's header
   * @param metadata of the entry, encoded; not covered by version 0
   * @param key as it is stored, with its first byte
   * @param valueHash SHA-256 of the value as it is stored
   */
  public static byte[] of(int version, byte[] metadata, byte[] key, byte[] valueHash) {
    return version == 0
        ? Sha256.of(key, valueHash)
        : Sha256.of(length(metadata), metadata, length(key), key, valueHash);
  }

  private static byte[] length(byte[] bytes) {
    return ByteBuffer.allocate(Short.BYTES).putShort((short) bytes.length).array();
  }
}
