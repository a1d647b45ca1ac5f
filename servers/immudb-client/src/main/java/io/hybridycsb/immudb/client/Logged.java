package io.hybridycsb.immudb.client;

import io.hybridycsb.immudb.proof.Header;
import java.util.List;
import java.util.Optional;

/**
 * A transaction as the server's log has it; nothing of it is checked.
 *
 * @param entries in their order
 */
public record Logged(Header header, List<Entry> entries) {

  /**
   * What a transaction has written to a key.
   *
   * @param digest what the transaction's tree has of it, by the key, metadata and hash that are
   *     told
   * @param record the key of a record; empty if it is of something else
   * @param isDeleted whether the record was deleted
   * @param hasItsValue whether the value that is told has the hash that is told
   */
  @SuppressWarnings("ArrayRecordComponent") // not compared
  public record Entry(
      byte[] digest, Optional<byte[]> record, boolean isDeleted, boolean hasItsValue) {}
}
