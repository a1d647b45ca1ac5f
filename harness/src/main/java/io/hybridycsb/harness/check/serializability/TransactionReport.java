package io.hybridycsb.harness.check.serializability;

import io.hybridycsb.harness.check.history.RunHistory;
import io.hybridycsb.harness.check.history.Verdict;
import java.util.Optional;

/**
 * The findings of a check of recorded transactions.
 *
 * @param strict whether an order that agrees with real time explains them
 * @param serializable whether any order does
 */
public record TransactionReport(Verdict strict, Verdict serializable) {

  /**
   * Checks them.
   *
   * @param fromEmpty whether all records were absent at first
   */
  public static TransactionReport of(RunHistory history, boolean fromEmpty) {
    TransactionHistory transactions = new TransactionHistory(history, fromEmpty);
    Optional<String> wrong = transactions.unrepeatableRead();
    if (wrong.isPresent()) {
      Verdict violated = Verdict.violated(wrong.get());
      return new TransactionReport(violated, violated);
    }
    Verdict strict = SerializabilityChecker.strictlySerializable(transactions.records());
    Verdict serializable =
        strict.holds() ? strict : SerializabilityChecker.serializable(transactions.records());
    return new TransactionReport(known(strict, transactions), known(serializable, transactions));
  }

  private static Verdict known(Verdict verdict, TransactionHistory transactions) {
    return transactions
        .unknownRead()
        .filter(unused -> verdict.holds())
        .map(Verdict::undecided)
        .orElse(verdict);
  }
}
