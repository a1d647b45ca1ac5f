package io.hybridycsb.blockchaindb.client;

import com.google.protobuf.ByteString;
import io.hybridycsb.ethereum.chain.Hashes;
import java.util.Optional;

/**
 * What a read has returned, in few bytes.
 *
 * @param digest the record's hash; empty if there was no record
 */
public record ReadClaim(ByteString key, ByteString digest) {
  /** What a read of that key has returned. */
  public static ReadClaim of(byte[] key, Optional<byte[]> record) {
    return new ReadClaim(ByteString.copyFrom(key), digest(record));
  }

  private static ByteString digest(Optional<byte[]> record) {
    return record.map(Hashes::keccak).map(ByteString::copyFrom).orElse(ByteString.EMPTY);
  }

  boolean says(Optional<byte[]> record) {
    return digest.equals(digest(record));
  }
}
