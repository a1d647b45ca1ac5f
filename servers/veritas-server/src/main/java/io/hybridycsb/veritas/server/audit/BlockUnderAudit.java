package io.hybridycsb.veritas.server.audit;

import io.hybridycsb.veritas.core.txn.CheckedTransaction;
import io.hybridycsb.veritas.crypto.MerkleTree;
import io.hybridycsb.veritas.proto.BlockHeader;
import io.hybridycsb.veritas.proto.LedgerBlock;
import io.hybridycsb.veritas.proto.Outcome;
import java.util.List;

/**
 * A block of a ledger.
 *
 * @param hash of the encoded header
 * @param transactions those of {@code message}, checked again
 */
@SuppressWarnings("ArrayRecordComponent") // compared by nobody
public record BlockUnderAudit(
    LedgerBlock message, BlockHeader header, byte[] hash, List<CheckedTransaction> transactions) {

  /** The Merkle root over the transactions' bodies, which is what a proposer signs. */
  public byte[] bodiesRoot() {
    return MerkleTree.of(transactions.stream().map(CheckedTransaction::leafHash).toList()).root();
  }

  /** The outcome that the block records for a transaction; null if its number is unknown. */
  public Outcome outcome(int index) {
    return Outcome.forNumber(message.getOutcomes().byteAt(index));
  }

  boolean isCommitted(int index) {
    return outcome(index) == Outcome.COMMITTED;
  }

  /** Whether the transaction stands in the index of transactions, at this place. */
  boolean isIndexed(int index) {
    return transactions.get(index).id() != null && outcome(index) != Outcome.DUPLICATE;
  }
}
