package io.hybridycsb.harness.check.serializability;

import io.hybridycsb.harness.check.history.RunHistory;
import io.hybridycsb.harness.check.history.Verdict;

/**
 * The findings of a check of recorded transactions.
 *
 * @param strict whether an order that agrees with real time explains them
 * @param serializable whether any order does
 * @param assumed how many versions that were read count as written by clients that were killed
 * @param possible how many transactions these may have had under way
 */
public record TransactionReport(Verdict strict, Verdict serializable, int assumed, int possible) {

  /**
   * Checks them.
   *
   * @param fromEmpty whether all records were absent at first
   */
  public static TransactionReport of(RunHistory history, boolean fromEmpty) {
    TransactionHistory transactions =
        new TransactionHistory(history.transactions(), history.killedThreads(), false, fromEmpty);
    UnmarkedDeletes deletes = new UnmarkedDeletes(history, fromEmpty, transactions);
    Verdict strict = deletes.verdict(true);
    Verdict serializable = strict.holds() ? strict : deletes.verdict(false);
    return new TransactionReport(
        serializable.status() == Verdict.Status.VIOLATED ? serializable : strict,
        serializable,
        transactions.missing().assumed(),
        transactions.missing().possible());
  }
}
