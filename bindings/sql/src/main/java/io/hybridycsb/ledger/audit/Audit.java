package io.hybridycsb.ledger.audit;

import io.hybridycsb.commands.Findings;
import io.hybridycsb.commands.Progress;
import io.hybridycsb.ledger.database.Head;
import io.hybridycsb.ledger.database.HistoryRow;
import io.hybridycsb.ledger.database.Ledger;
import io.hybridycsb.ledger.database.Rows;
import java.sql.SQLException;
import java.util.Collection;
import java.util.Optional;

/** Checks of all: what the ledger is made of, its chain, the tables, and who may get round it. */
public final class Audit {
  private final Ledger ledger;
  private final Findings findings;
  private final Chain chain;
  private final Records records;
  private final Progress progress;
  private String owners = "";

  /**
   * @param kept places that the chain must have
   */
  public Audit(Ledger ledger, Collection<Head> kept, Findings findings, Progress progress) {
    this.ledger = ledger;
    this.findings = findings;
    this.progress = progress;
    this.chain = new Chain(Head.NONE, kept, findings);
    this.records = new Records(ledger, findings);
  }

  /**
   * Checks everything. What can't be read is a finding, too.
   *
   * @throws SQLException if the database can't be asked any more
   */
  public void run() throws SQLException {
    trying("the ledger's definition", new Definitions(ledger, findings)::compare);
    trying("ledger.history", this::readHistory);
    trying("the ledger's head", this::compareHead);
    progress.say("comparing the tables' records with the history");
    trying("the tables", records::compareAll);
    trying("the rights of roles", this::readLoopholes);
    trying("the owners of the database", () -> owners = ledger.owners());
  }

  private void trying(String what, Ledger.Reading reading) throws SQLException {
    ledger
        .trying(reading)
        .ifPresent(error -> findings.add("%s can't be read: %s".formatted(what, error)));
  }

  private void readHistory() throws SQLException {
    try (Rows<HistoryRow> rows = ledger.history()) {
      for (Optional<HistoryRow> row = rows.next(); row.isPresent(); row = rows.next()) {
        chain.add(row.get());
        progress.say("row %d of the history", row.get().number());
      }
    }
    chain.end();
  }

  private void compareHead() throws SQLException {
    Ledger.Newest newest = ledger.newest();
    chain.compare(newest);
    chain.requireTransactions(newest.transactions());
  }

  private void readLoopholes() throws SQLException {
    try (Rows<String> lines = ledger.loopholes()) {
      for (Optional<String> line = lines.next(); line.isPresent(); line = lines.next()) {
        findings.add(line.get());
      }
    }
  }

  public Chain chain() {
    return chain;
  }

  public Records records() {
    return records;
  }

  /**
   * Who owns the database or the schema public, and may make and drop things there, without being a
   * superuser; empty if nobody.
   */
  public String owners() {
    return owners;
  }
}
