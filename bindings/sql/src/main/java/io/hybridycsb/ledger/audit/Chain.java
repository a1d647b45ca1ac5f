package io.hybridycsb.ledger.audit;

import io.hybridycsb.commands.Findings;
import io.hybridycsb.ledger.database.Head;
import io.hybridycsb.ledger.database.HistoryRow;
import io.hybridycsb.ledger.database.Ledger;
import java.util.Collection;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** The rows of the history, one after the other, as links of a chain. */
public final class Chain {
  /** The hashes that are demanded, by their rows' numbers. */
  private final TreeMap<Long, Set<String>> kept;

  private final Findings findings;
  private long lastNumber;

  /** Empty if it isn't known: then the next row can't be held to its hash. */
  private Optional<String> lastHash;

  private long lastTransactionId;
  private long transactions;
  private boolean hasGap;

  /**
   * @param start the place before the first row that will come
   * @param kept places where the chain was earlier; those before the start are passed over
   */
  public Chain(Head start, Collection<Head> kept, Findings findings) {
    this.lastNumber = start.number();
    this.lastHash = Optional.of(start.hash());
    this.kept =
        kept.stream()
            .filter(head -> head.number() > start.number())
            .collect(
                Collectors.groupingBy(
                    Head::number,
                    TreeMap::new,
                    Collectors.mapping(Head::hash, Collectors.toSet())));
    this.findings = findings;
  }

  /** The next row. */
  public void add(HistoryRow row) {
    if (row.number() < 1) {
      findings.add(row.inWords() + ": no number of the chain, which begins with 1");
      return;
    }
    if (row.number() <= lastNumber) {
      findings.add(row.inWords() + ": its number comes again");
    } else if (row.number() > lastNumber + 1) {
      hasGap = true;
      findings.add(missing(lastNumber + 1, row.number() - 1));
      lastHash = Optional.empty();
    }
    checkHash(row);
    if (!kept.getOrDefault(row.number(), Set.of(row.hash())).equals(Set.of(row.hash()))) {
      findings.add(
          "%s: it has another hash than an earlier audit has kept, so the history was rewritten"
              .formatted(row.inWords()));
    }
    if (row.transactionId() != lastTransactionId) {
      lastTransactionId = row.transactionId();
      transactions++;
    }
    lastNumber = row.number();
  }

  /** One after a gap can't be held to its hash, for what came before is unknown. */
  private void checkHash(HistoryRow row) {
    boolean isKnown = !row.isTooLarge() && lastHash.isPresent() && row.number() == lastNumber + 1;
    Optional<String> right = isKnown ? lastHash.map(row::hashAfter) : Optional.empty();
    if (row.isTooLarge()) {
      findings.add(
          "%s has %d bytes, more than the %d that an audit reads"
              .formatted(row.inWords(), row.bytes(), HistoryRow.BYTES_MAX));
    } else if (!row.isComplete()) {
      findings.add(row.inWords() + ": no change that the ledger writes");
    }
    if (!row.isTooLarge() && !Head.isHash(row.hash())) {
      findings.add(
          "%s: its hash has %d bytes instead of 32"
              .formatted(row.inWords(), row.hash().length() / 2));
      lastHash = right;
      return;
    }
    if (right.isPresent() && !right.get().equals(row.hash())) {
      findings.add(
          "%s: its hash is not that of its contents and of the hash before it"
              .formatted(row.inWords()));
    }
    lastHash = Optional.of(row.hash()).filter(Head::isHash);
  }

  private static String missing(long from, long to) {
    return from == to
        ? "row %d is missing".formatted(from)
        : "rows %d to %d are missing".formatted(from, to);
  }

  /** No row comes any more. */
  public void end() {
    if (!kept.isEmpty() && kept.lastKey() > lastNumber) {
      findings.add(
          "%s, which an earlier audit has seen".formatted(missing(lastNumber + 1, kept.lastKey())));
    }
  }

  /**
   * Compares the last row with the end of the chain.
   *
   * @param newest what the database says of it
   */
  public void compare(Ledger.Newest newest) {
    Head head = newest.head();
    if (head.number() > lastNumber) {
      findings.add("%s, which the head counts".formatted(missing(lastNumber + 1, head.number())));
    } else if (head.number() < lastNumber || !head.hash().equals(lastHash.orElse(head.hash()))) {
      findings.add(
          "the head is that of row %d, and not of the newest, row %d"
              .formatted(head.number(), lastNumber));
    }
  }

  /** Compares how many transactions there were, after a whole chain. */
  public void requireTransactions(long counted) {
    if (!hasGap && counted != transactions) {
      findings.add(
          "the head counts %d transactions, the history has %d".formatted(counted, transactions));
    }
  }

  /** The last row's place; of a chain in which nothing was found. */
  public Head last() {
    return new Head(lastNumber, lastHash.orElseThrow());
  }

  /** How many transactions the rows were of. */
  public long transactions() {
    return transactions;
  }
}
