package io.hybridycsb.veritas.core.consensus.log;

import io.hybridycsb.veritas.core.consensus.KnownTransactions;
import io.hybridycsb.veritas.core.ledger.StateView;
import io.hybridycsb.veritas.core.txn.CheckedTransaction;
import io.hybridycsb.veritas.proto.Outcome;

/**
 * Decides for each transaction, at its place in the log, whether the protocol's rules allow it. The
 * answer depends on the log up to that place alone: on the decided state, and on the transactions
 * that are ordered, allowed and undecided there (VLDB'22 §3.1, timestamp ordering).
 *
 * <p>Undecided transactions are looked at before the state. After a restart the state may already
 * hold their writes. Looked at in this order, the answer is the same as the first time, and so is
 * its reason.
 *
 * <p>A write needs a timestamp above that of the write before it. Two clients may have equal ones,
 * where an oracle handed them out twice. If one could overwrite the other, both values would have
 * the same version, and a read of the first would still count as current after the second.
 */
record BlockRules(StateView state, PendingWrites pending, KnownTransactions known) {
  /** COMMITTED if the rules allow the transaction, otherwise the reason against it. */
  Outcome judge(CheckedTransaction transaction) {
    if (transaction.id() != null && !known.add(transaction.id())) {
      return Outcome.DUPLICATE;
    }
    if (transaction.fault() != null) {
      return transaction.fault();
    }
    for (CheckedTransaction.Read read : transaction.reads()) {
      if (pending.contains(read.key()) || state.version(read.key()) != read.version()) {
        return Outcome.READ_CONFLICT;
      }
    }
    for (CheckedTransaction.Change write : transaction.writes()) {
      if (pending.newest(write.key()) >= transaction.timestamp()) {
        return Outcome.PENDING_CONFLICT;
      }
      if (state.version(write.key()) >= transaction.timestamp()) {
        return Outcome.WRITE_CONFLICT;
      }
    }
    return Outcome.COMMITTED;
  }
}
