package io.hybridycsb.immudb.proof;

import io.hybridycsb.verification.Hash;
import java.nio.ByteBuffer;

/**
 * The header of a transaction, of version 1 of the format. Its accumulated hash covers the
 * transaction and all before it.
 *
 * @param id from 1, without gaps
 * @param previous accumulated hash of the transaction before
 * @param seconds when it was made, by the server's clock, since 1970
 * @param entries how many it has, at least 1
 * @param entriesRoot of the tree over its entries
 * @param linkedRoot root of the tree over the accumulated hashes of all transactions before; zeros
 *     if there are none
 * @param metadata of the transaction, encoded; at most {@value #METADATA_BYTES_MAX} bytes
 */
@SuppressWarnings("ArrayRecordComponent") // compared by their hashes only
public record Header(
    long id,
    Hash previous,
    long seconds,
    int entries,
    Hash entriesRoot,
    Hash linkedRoot,
    byte[] metadata) {
  /** The format's version. The one before it doesn't cover metadata of entries. */
  public static final int VERSION = 1;

  /** Of what is hashed, without metadata. */
  private static final int FIXED_BYTES =
      2 * Long.BYTES + 2 * Short.BYTES + Integer.BYTES + 2 * Hash.BYTES;

  /** A number with its tag (9 bytes), and 256 bytes with their tag and length (3 bytes). */
  static final int METADATA_BYTES_MAX = 268;

  /**
   * Checks its form.
   *
   * @throws IllegalArgumentException if no immudb makes such a header
   */
  public Header {
    if (id < 1 || entries < 1) {
      throw new IllegalArgumentException(
          "a header has the transaction %d with %d entries".formatted(id, entries));
    }
    if (metadata.length > METADATA_BYTES_MAX) {
      throw new IllegalArgumentException(
          "the header of transaction %d has metadata of %d bytes, more than %d"
              .formatted(id, metadata.length, METADATA_BYTES_MAX));
    }
  }

  /** How many transactions are before it, all of which {@link #linkedRoot} covers. */
  public long before() {
    return id - 1;
  }

  /** The accumulated hash. */
  public Hash accumulated() {
    byte[] number = ByteBuffer.allocate(Long.BYTES).putLong(id).array();
    return Hash.sha256(number, previous.bytes(), ownHash().bytes());
  }

  /** Covers everything but the transactions before. */
  private Hash ownHash() {
    return Hash.sha256(
        ByteBuffer.allocate(FIXED_BYTES + metadata.length)
            .putLong(seconds)
            .putShort((short) VERSION)
            .putShort((short) metadata.length)
            .put(metadata)
            .putInt(entries)
            .put(entriesRoot.bytes())
            .putLong(before())
            .put(linkedRoot.bytes())
            .array());
  }
}
