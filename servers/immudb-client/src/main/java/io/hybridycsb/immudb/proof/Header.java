package io.hybridycsb.immudb.proof;

import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * The header of a transaction. Its accumulated hash covers the transaction and all before it.
 *
 * @param id from 1, without gaps
 * @param previous accumulated hash of the transaction before
 * @param seconds when it was made, by the server's clock, since 1970
 * @param entries how many it has
 * @param entriesRoot of the tree over its entries
 * @param linked the transaction up to which {@code linkedRoot} goes, always the one before
 * @param linkedRoot root of the tree over the accumulated hashes; zeros if there are none
 * @param version of the format, 0 or 1
 * @param metadata of the transaction, encoded
 */
@SuppressWarnings("ArrayRecordComponent") // compared by their hashes only
public record Header(
    long id,
    byte[] previous,
    long seconds,
    int entries,
    byte[] entriesRoot,
    long linked,
    byte[] linkedRoot,
    int version,
    byte[] metadata) {
  private static final int WITH_METADATA = 1;

  /**
   * Checks its form.
   *
   * @throws IllegalArgumentException if no immudb of these versions makes such a header
   */
  public Header {
    if (id < 1 || entries < 1) {
      throw new IllegalArgumentException(
          "a header has the transaction %d with %d entries".formatted(id, entries));
    }
    if (linked != id - 1) {
      throw new IllegalArgumentException(
          "transaction %d is linked to %d, not to the one before it".formatted(id, linked));
    }
    if (previous.length != Sha256.BYTES
        || entriesRoot.length != Sha256.BYTES
        || linkedRoot.length != Sha256.BYTES) {
      throw new IllegalArgumentException(
          "the header of transaction %d has a hash of a wrong length".formatted(id));
    }
    if (version < 0 || version > WITH_METADATA) {
      throw new IllegalArgumentException(
          "the header of transaction %d has the unknown version %d".formatted(id, version));
    }
  }

  /** The accumulated hash, of 32 bytes. */
  public byte[] accumulated() {
    ByteBuffer number = ByteBuffer.allocate(Long.BYTES).putLong(id);
    return Sha256.of(number.array(), previous, ownHash());
  }

  /** Covers everything but the transactions before. */
  private byte[] ownHash() {
    ByteBuffer form = ByteBuffer.allocate(Long.BYTES + 2 * Short.BYTES + metadata.length + 4);
    form.putLong(seconds).putShort((short) version);
    if (version == WITH_METADATA) {
      form.putShort((short) metadata.length).put(metadata).putInt(entries);
    } else {
      form.putShort((short) entries);
    }
    byte[] link = ByteBuffer.allocate(Long.BYTES).putLong(linked).array();
    byte[] used = Arrays.copyOf(form.array(), form.position());
    return Sha256.of(used, entriesRoot, link, linkedRoot);
  }
}
