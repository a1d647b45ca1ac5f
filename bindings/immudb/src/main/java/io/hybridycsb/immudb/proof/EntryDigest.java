package io.hybridycsb.immudb.proof;

import io.hybridycsb.verification.Hash;
import io.hybridycsb.verification.VerificationFailed;
import java.nio.ByteBuffer;

/** What a transaction's tree has of each entry. */
public final class EntryDigest {
  /** Lengths are hashed as numbers of 2 bytes: a longer part could stand for a shorter one. */
  private static final int PART_BYTES_MAX = 0xffff;

  private EntryDigest() {}

  /**
   * The digest of an entry.
   *
   * @param metadata of the entry, encoded
   * @param key as it is stored, with its first byte
   * @param valueHash SHA-256 of the value as it is stored
   * @throws VerificationFailed if the key or the metadata are longer than 65,535 bytes
   */
  public static Hash of(byte[] metadata, byte[] key, Hash valueHash) {
    if (metadata.length > PART_BYTES_MAX || key.length > PART_BYTES_MAX) {
      throw new VerificationFailed(
          "an entry has a key of %d bytes and metadata of %d, more than the %d that a digest covers"
              .formatted(key.length, metadata.length, PART_BYTES_MAX));
    }
    return Hash.sha256(
        ByteBuffer.allocate(2 * Short.BYTES + metadata.length + key.length)
            .putShort((short) metadata.length)
            .put(metadata)
            .putShort((short) key.length)
            .put(key)
            .array(),
        valueHash.bytes());
  }
}
