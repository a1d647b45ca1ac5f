package io.hybridycsb.harness.check.serializability;

import io.hybridycsb.harness.check.history.RunHistory;
import io.hybridycsb.harness.check.history.Verdict;
import java.util.Optional;

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
    TransactionHistory transactions = new TransactionHistory(history, fromEmpty);
    Optional<Verdict> wrong = transactions.unrepeatableRead().map(Verdict::violated);
    Verdict strict =
        wrong.orElseGet(() -> SerializabilityChecker.strictlySerializable(transactions.records()));
    Verdict serializable =
        wrong.isPresent() || strict.holds()
            ? strict
            : SerializabilityChecker.serializable(transactions.records());
    if (serializable.status() == Verdict.Status.VIOLATED) {
      strict = serializable;
    }
    return new TransactionReport(
        known(strict, transactions),
        known(serializable, transactions),
        transactions.missing().assumed(),
        transactions.missing().possible());
  }

  private static Verdict known(Verdict verdict, TransactionHistory transactions) {
    return transactions
        .unknownRead()
        .filter(unused -> verdict.holds())
        .map(Verdict::undecided)
        .orElse(verdict);
  }
}
