package io.hybridycsb.ledger.command;

import io.hybridycsb.ledger.audit.Chain;
import io.hybridycsb.ledger.audit.KeptHead;
import io.hybridycsb.ledger.audit.Records;
import io.hybridycsb.ledger.database.Head;
import io.hybridycsb.ledger.database.HistoryRow;
import io.hybridycsb.ledger.database.Ledger;
import io.hybridycsb.ledger.database.Rows;
import io.hybridycsb.logs.Progress;
import io.hybridycsb.tools.Findings;
import java.io.IOException;
import java.sql.SQLException;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Checks the whole history, and the tables against it. */
@Command(
    name = "audit",
    description = {
      "Reads the history in its order: its numbers, its hashes, and where the last audit has seen",
      "its end. Compares the newest change of each record with the tables. Writers may go on.",
      "One line for each finding; exit status 1 if there is one."
    },
    mixinStandardHelpOptions = true)
final class AuditCommand implements Callable<Integer> {
  @Mixin private DatabaseOptions database;

  private final Findings findings = new Findings();
  private final Progress progress = new Progress();

  @Override
  public Integer call() throws IOException, SQLException {
    KeptHead keptHead = database.keptHead();
    Optional<Head> kept = keptHead.read();
    try (Ledger ledger = database.open()) {
      Chain chain = new Chain(Head.NONE, kept, findings);
      read(ledger, chain);
      chain.requireTransactions(ledger.newest().transactions());
      progress.at("comparing the tables' records with the history");
      long records = new Records(ledger, findings).compareAll();
      return conclude(chain, records, kept, keptHead);
    }
  }

  private void read(Ledger ledger, Chain chain) throws SQLException {
    try (Rows<HistoryRow> rows = ledger.historyAfter(0)) {
      for (Optional<HistoryRow> row = rows.next(); row.isPresent(); row = rows.next()) {
        chain.add(row.get());
        progress.at("row %d of the history", row.get().number());
      }
    }
    chain.end(ledger.newest());
  }

  private int conclude(Chain chain, long records, Optional<Head> kept, KeptHead keptHead)
      throws IOException {
    System.out.println("committed transactions: " + chain.transactions());
    findings.lines().forEach(System.out::println);
    if (findings.count() > 0) {
      System.out.printf(
          "audit FAILED: %d finding%s%n", findings.count(), findings.count() == 1 ? "" : "s");
      return 1;
    }
    keptHead.write(chain.last());
    System.out.println(
        kept.map(
                head ->
                    "the history goes on from the last audit's, row %d".formatted(head.number()))
            .orElse("no earlier audit has kept a head, so a history written anew is not noticed"));
    System.out.printf(
        "audit passed: %d records, row %d of the history, hash %s%n",
        records, chain.last().number(), chain.last().hash());
    return 0;
  }
}
