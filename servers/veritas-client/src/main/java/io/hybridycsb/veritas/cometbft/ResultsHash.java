package io.hybridycsb.veritas.cometbft;

import com.google.protobuf.MessageLite;
import io.hybridycsb.veritas.cometbft.proto.TransactionResult;
import java.util.List;

/**
 * The {@code last_results_hash} of the header after a block: the Merkle root over the parts of each
 * transaction's result on which all nodes must agree. What isn't in {@link TransactionResult}, such
 * as a log, isn't hashed.
 */
public final class ResultsHash {
  private ResultsHash() {}

  /** The hash for a block with these results, 32 bytes. */
  public static byte[] of(List<TransactionResult> results) {
    return RootHash.of(results.stream().map(MessageLite::toByteArray).toList());
  }
}
