package io.hybridycsb.ledger.command;

import io.hybridycsb.commands.AuditFrame;
import io.hybridycsb.ledger.audit.Audit;
import io.hybridycsb.ledger.audit.HeadStore;
import io.hybridycsb.ledger.database.Head;
import io.hybridycsb.ledger.database.HistoryRow;
import io.hybridycsb.ledger.database.Ledger;
import io.hybridycsb.ledger.database.Words;
import java.io.IOException;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Checks the whole history, and the tables against it. */
@Command(
    description = {
      "Reads the history in its order: its numbers, its hashes, and the heads that were kept.",
      "Compares the newest change of each record with the tables, and what the ledger is made of",
      "with what it should be. Writers may go on. One line for each finding; exit status 1 if",
      "there is one."
    })
final class AuditCommand extends AuditFrame {
  @Mixin private DatabaseOptions database;
  @Mixin private HeadOptions heads;

  private final List<HeadStore> stores = new ArrayList<>();
  private Head newest;

  @Override
  public Integer call() throws Exception {
    if (heads.isPrinted()) {
      return printHead();
    }
    int status = super.call();
    return status == 0 ? write(newest, stores) : status;
  }

  @Override
  protected List<String> audit() throws IOException, SQLException {
    List<Head> kept = heads.demanded();
    if (database.kept().isPresent()) {
      stores.add(database.kept().get());
      kept.addAll(database.kept().get().read());
    }
    stores.addAll(heads.stores());
    try (Ledger ledger = database.open()) {
      Audit audit = new Audit(ledger, kept, findings, progress);
      audit.run();
      System.out.println("committed transactions: " + audit.chain().transactions());
      if (!audit.records().unwatched().isEmpty()) {
        System.out.println(
            "not watched, and writers may not write to them: " + audit.records().unwatched());
      }
      if (!audit.owners().isEmpty()) {
        System.out.println(
            "no superusers, but may make and drop things in public: "
                + Words.shown(audit.owners()));
      }
      return findings.isEmpty() ? passed(audit, kept) : List.of();
    }
  }

  private List<String> passed(Audit audit, List<Head> kept) {
    newest = audit.chain().last();
    return List.of(
        kept.isEmpty()
            ? "no earlier audit has kept a head, so a rewritten history is not noticed"
            : "the history has all heads that were kept, the newest of row "
                + kept.stream().mapToLong(Head::number).max().orElseThrow(),
        "head: " + newest,
        "audit passed: %d records, row %d of the history, hash %s"
            .formatted(audit.records().count(), newest.number(), newest.hash()));
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
