package io.hybridycsb.harness.check;

import io.hybridycsb.harness.check.history.RecordedTransaction;
import io.hybridycsb.harness.check.history.RecordedTransaction.Version;
import io.hybridycsb.harness.check.history.RunHistory;
import io.hybridycsb.harness.check.history.Verdict;
import io.hybridycsb.harness.check.serializability.TransactionReport;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** What was checked and found of transactions, in lines for users. */
public final class TransactionTexts {
  private TransactionTexts() {}

  /** How many transactions there are, and what became of them. */
  public static List<String> counts(RunHistory history) {
    List<RecordedTransaction> all = history.transactions();
    long committed = all.stream().filter(RecordedTransaction::isCommitted).count();
    long withoutEffect = all.stream().filter(RecordedTransaction::isWithoutEffect).count();
    return List.of(
        "%s by %s in %s"
            .formatted(
                CheckTexts.some(all.size(), "transaction"),
                CheckTexts.some(
                    all.stream().map(RecordedTransaction::client).distinct().count(), "client"),
                CheckTexts.some(history.files().size(), "file")),
        "%d committed, %d of unknown outcome, %d without effect; %s"
            .formatted(
                committed,
                all.size() - committed - withoutEffect,
                withoutEffect,
                CheckTexts.some(all.stream().mapToLong(one -> one.scans().size()).sum(), "scan")));
  }

  /** Why the check of these transactions could not have failed; empty if it could have. */
  public static Optional<String> provesNothing(RunHistory history) {
    return history.transactions().stream()
            .filter(RecordedTransaction::isCommitted)
            .anyMatch(TransactionTexts::hasRead)
        ? Optional.empty()
        : Optional.of(
            "nothing to check: no committed transaction in these files has read anything; record"
                + " what they read, with its versions");
  }

  private static boolean hasRead(RecordedTransaction transaction) {
    return !transaction.scans().isEmpty()
        || transaction.reads().stream().anyMatch(read -> read.number() != Version.UNKNOWN);
  }

  /** The verdict, and what explains it. */
  public static List<String> verdict(TransactionReport report) {
    Verdict strict = report.strict();
    Verdict serializable = report.serializable();
    List<String> lines = new ArrayList<>();
    switch (strict.status()) {
      case HOLDS ->
          lines.add(
              "strictly serializable: an order that agrees with real time explains all reads of"
                  + " the transactions that took effect");
      case UNDECIDED ->
          lines.add(
              serializable.holds()
                  ? "serializable, but UNDECIDED whether strictly: " + strict.explanation()
                  : "UNDECIDED whether serializable: " + serializable.explanation());
      case VIOLATED -> {
        lines.add(
            switch (serializable.status()) {
              case HOLDS -> "serializable, but NOT strictly: no order agrees with real time";
              case VIOLATED -> "NOT serializable: no order explains all reads";
              case UNDECIDED ->
                  "NOT strictly serializable, UNDECIDED whether serializable: "
                      + serializable.explanation();
            });
        lines.add("");
        lines.add(
            serializable.status() == Verdict.Status.VIOLATED
                ? serializable.explanation()
                : strict.explanation());
      }
    }
    if (report.possible() > 0) {
      lines.add(
          "killed clients: %s may be missing, one of each thread; %s that nobody here has written count as theirs"
              .formatted(
                  CheckTexts.some(report.possible(), "transaction"),
                  CheckTexts.some(report.assumed(), "version")));
    }
    return lines;
  }
}
