package io.hybridycsb.immudb.client;

import io.hybridycsb.immudb.proof.Header;
import io.hybridycsb.verification.Hash;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * A transaction as the server's log has it; nothing of it is checked but its form.
 *
 * @param entries in their order
 */
public record LedgerTransaction(Header header, List<Entry> entries) {

  /**
   * What a transaction has written to a key.
   *
   * @param digest what the transaction's tree has of it, by the key, metadata and hash that are
   *     told
   * @param key as it is stored, with its first byte
   * @param valueHash that is told; SHA-256 of the value as it is stored
   * @param isIndexed whether the index has to have it
   * @param hiddenFrom when the index begins to hide it, in seconds since 1970: 0 if it is a
   *     deletion, {@link Long#MAX_VALUE} if it doesn't expire
   * @param hasItsValue whether the value that is told has the hash that is told
   */
  @SuppressWarnings("ArrayRecordComponent") // not compared
  public record Entry(
      Hash digest,
      byte[] key,
      Hash valueHash,
      boolean isIndexed,
      long hiddenFrom,
      boolean hasItsValue) {

    /** The key of a record; empty if it is of something else. */
    public Optional<byte[]> record() {
      return key.length > 0 && key[0] == Conversions.PLAIN
          ? Optional.of(Arrays.copyOfRange(key, 1, key.length))
          : Optional.empty();
    }
  }
}
