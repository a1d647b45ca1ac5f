package io.hybridycsb.ledger.command;

import io.hybridycsb.ledger.audit.Audit;
import io.hybridycsb.ledger.audit.HeadStore;
import io.hybridycsb.ledger.database.Head;
import io.hybridycsb.ledger.database.HistoryRow;
import io.hybridycsb.ledger.database.Ledger;
import io.hybridycsb.ledger.database.Words;
import io.hybridycsb.tools.Findings;
import java.io.IOException;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Checks the whole history, and the tables against it. */
@Command(
    name = "audit",
    description = {
      "Reads the history in its order: its numbers, its hashes, and the heads that were kept.",
      "Compares the newest change of each record with the tables, and what the ledger is made of",
      "with what it should be. Writers may go on. One line for each finding; exit status 1 if",
      "there is one."
    },
    mixinStandardHelpOptions = true)
final class AuditCommand implements Callable<Integer> {
  @Mixin private DatabaseOptions database;
  @Mixin private HeadOptions heads;

  private final Findings findings = new Findings();

  @Override
  public Integer call() throws IOException, SQLException {
    if (heads.isPrinted()) {
      return printHead();
    }
    List<HeadStore> stores = new ArrayList<>();
    List<Head> kept = heads.demanded();
    if (database.kept().isPresent()) {
      stores.add(database.kept().get());
      kept.addAll(database.kept().get().read());
    }
    stores.addAll(heads.stores());
    try (Ledger ledger = database.open()) {
      Audit audit = new Audit(ledger, kept, findings);
      audit.run();
      print(audit, kept);
      if (!findings.isEmpty()) {
        return 1;
      }
      return write(audit.chain().last(), stores);
    }
  }

  /** The end of the chain as it is told; whether the chain leads there, an audit finds out. */
  private int printHead() throws IOException, SQLException {
    List<Head> demanded = heads.demanded();
    try (Ledger ledger = database.open()) {
      Head head = ledger.newest().head();
      demanded.add(head);
      for (Head each : demanded) {
        Optional<HistoryRow> row = ledger.historyRow(each.number());
        if (each.number() > 0 && !row.map(HistoryRow::hash).equals(Optional.of(each.hash()))) {
          throw new IOException(
              "the history has no row with the number and the hash of the head " + each);
        }
      }
      System.out.println(head);
      return write(head, heads.stores());
    }
  }

  private void print(Audit audit, List<Head> kept) {
    System.out.println("committed transactions: " + audit.chain().transactions());
    if (!audit.records().unwatched().isEmpty()) {
      System.out.println(
          "not watched, and writers may not write to them: " + audit.records().unwatched());
    }
    if (!audit.owners().isEmpty()) {
      System.out.println(
          "no superusers, but may make and drop things in public: " + Words.shown(audit.owners()));
    }
    findings.lines().forEach(System.out::println);
    if (!findings.isEmpty()) {
      System.out.printf(
          "audit FAILED: %d finding%s%n", findings.count(), findings.count() == 1 ? "" : "s");
      return;
    }
    System.out.println(
        kept.isEmpty()
            ? "no earlier audit has kept a head, so a history written anew is not noticed"
            : "the history has all heads that were kept, the newest of row "
                + kept.stream().mapToLong(Head::number).max().orElseThrow());
    System.out.println("head: " + audit.chain().last());
    System.out.printf(
        "audit passed: %d records, row %d of the history, hash %s%n",
        audit.records().count(), audit.chain().last().number(), audit.chain().last().hash());
  }

  /** Writes to every place, though one of them fails; tells of all that fail. */
  private static int write(Head head, List<HeadStore> stores) throws IOException {
    IOException failed = null;
    for (HeadStore store : stores) {
      try {
        store.add(head);
      } catch (IOException e) {
        if (failed != null) {
          System.err.println(failed.getMessage());
        }
        failed = e;
      }
    }
    if (failed != null) {
      throw failed;
    }
    return 0;
  }
}
