package io.hybridycsb.veritas.cometbft;

import io.hybridycsb.veritas.crypto.Hashes;
import java.util.List;

/** A header's {@code data_hash}: the Merkle root over the SHA-256 of each transaction. */
public final class TransactionsHash {
  private TransactionsHash() {}

  /** The hash of a block with these transactions, 32 bytes. */
  public static byte[] of(List<byte[]> transactions) {
    return RootHash.of(transactions.stream().map(Hashes::sha256).toList());
  }
}
