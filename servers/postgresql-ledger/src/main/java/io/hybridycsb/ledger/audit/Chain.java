package io.hybridycsb.ledger.audit;

import io.hybridycsb.ledger.database.Head;
import io.hybridycsb.ledger.database.HistoryRow;
import io.hybridycsb.ledger.database.Ledger;
import io.hybridycsb.tools.Findings;
import java.util.Optional;

/** The rows of the history, one after the other, as links of a chain. */
public final class Chain {
  private final Optional<Head> kept;
  private final Findings findings;
  private Head last;
  private long lastTransactionId;
  private long transactions;
  private boolean hasGap;

  /**
   * @param start the place before the first row that will come
   * @param kept a place where the chain was earlier
   */
  public Chain(Head start, Optional<Head> kept, Findings findings) {
    this.last = start;
    this.kept = kept;
    this.findings = findings;
  }

  /** The next row. One after a gap can't be held to its hash, for what came before is unknown. */
  public void add(HistoryRow row) {
    if (row.number() <= last.number()) {
      findings.add(row.inWords() + ": its number comes again");
    } else if (row.number() > last.number() + 1) {
      hasGap = true;
      findings.add(missing(last.number() + 1, row.number() - 1));
    } else if (!row.hash().equals(row.hashAfter(last.hash()))) {
      findings.add(
          "%s: its hash is not that of its contents and of the hash before it"
              .formatted(row.inWords()));
    }
    if (kept.isPresent()
        && kept.get().number() == row.number()
        && !kept.get().hash().equals(row.hash())) {
      findings.add(
          "%s: it has another hash than an earlier audit has kept, so the history was rewritten"
              .formatted(row.inWords()));
    }
    if (row.transactionId() != lastTransactionId) {
      lastTransactionId = row.transactionId();
      transactions++;
    }
    last = new Head(row.number(), row.hash());
  }

  private static String missing(long from, long to) {
    return from == to
        ? "row %d is missing".formatted(from)
        : "rows %d to %d are missing".formatted(from, to);
  }

  /**
   * No row comes any more.
   *
   * @param newest what the database says of the chain's end
   */
  public void end(Ledger.Newest newest) {
    if (kept.isPresent() && kept.get().number() > last.number()) {
      findings.add(
          "%s, which an earlier audit has seen"
              .formatted(missing(last.number() + 1, kept.get().number())));
    }
    Head head = newest.head();
    if (head.number() > last.number()) {
      findings.add(
          "%s, which the head counts".formatted(missing(last.number() + 1, head.number())));
    } else if (!head.equals(last)) {
      findings.add(
          "the head is that of row %d, and not of the newest, row %d"
              .formatted(head.number(), last.number()));
    }
  }

  /** Compares how many transactions there were, after a whole chain. */
  public void requireTransactions(long counted) {
    if (!hasGap && counted != transactions) {
      findings.add(
          "the head counts %d transactions, the history has %d".formatted(counted, transactions));
    }
  }

  /** The last row's place. */
  public Head last() {
    return last;
  }

  /** How many transactions the rows were of. */
  public long transactions() {
    return transactions;
  }
}
