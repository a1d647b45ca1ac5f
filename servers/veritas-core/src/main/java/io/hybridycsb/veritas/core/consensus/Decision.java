package io.hybridycsb.veritas.core.consensus;

import io.hybridycsb.veritas.core.ledger.Ledger;
import io.hybridycsb.veritas.core.spi.TransactionLocation;
import io.hybridycsb.veritas.core.txn.CheckedTransaction;
import io.hybridycsb.veritas.model.TransactionId;
import io.hybridycsb.veritas.proto.Outcome;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * The outcome of the transaction that has an id, now durable and applied.
 *
 * @param bodyHash the leaf hash of its body, by which another transaction of the same id is told
 *     from it; empty where the ledger begins after it. Only to be asked for when somebody waits
 */
public record Decision(
    TransactionId id, TransactionLocation location, Supplier<Optional<byte[]>> bodyHash) {

  /** The decision on the first transaction that has its id. */
  public static Decision on(
      CheckedTransaction transaction, long height, int index, Outcome outcome) {
    return new Decision(
        transaction.id(),
        new TransactionLocation(height, index, outcome.getNumber()),
        () -> Optional.of(transaction.leafHash()));
  }

  /** The decision on the transaction that had an id before this one came. */
  public static Optional<Decision> earlier(TransactionId id, Ledger ledger) {
    return ledger
        .store()
        .find(id.encode())
        .map(at -> new Decision(id, at, () -> ledger.bodyHash(at)));
  }
}
