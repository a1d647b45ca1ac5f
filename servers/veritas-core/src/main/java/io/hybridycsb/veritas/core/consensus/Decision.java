package io.hybridycsb.veritas.core.consensus;

import io.hybridycsb.veritas.core.spi.LedgerBatch.IndexedTransaction;
import io.hybridycsb.veritas.core.spi.LedgerStore;
import io.hybridycsb.veritas.core.spi.TransactionLocation;
import io.hybridycsb.veritas.model.TransactionId;
import java.util.ArrayList;
import java.util.List;

/** A transaction's outcome, now durable and applied. */
public record Decision(TransactionId id, TransactionLocation location) {

  /**
   * The decisions of a batch.
   *
   * @param written the transactions that were written to the ledger
   * @param again transactions that had come before; their callers get the first outcome
   */
  public static List<Decision> of(
      List<IndexedTransaction> written, List<TransactionId> again, LedgerStore ledger) {
    List<Decision> decisions = new ArrayList<>(written.size() + again.size());
    for (IndexedTransaction transaction : written) {
      decisions.add(new Decision(TransactionId.decode(transaction.id()), transaction.location()));
    }
    for (TransactionId id : again) {
      ledger.find(id.encode()).ifPresent(at -> decisions.add(new Decision(id, at)));
    }
    return decisions;
  }
}
