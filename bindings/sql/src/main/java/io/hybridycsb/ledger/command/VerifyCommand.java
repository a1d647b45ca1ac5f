package io.hybridycsb.ledger.command;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.hybridycsb.commands.Findings;
import io.hybridycsb.commands.VerifyFrame;
import io.hybridycsb.ledger.audit.Chain;
import io.hybridycsb.ledger.audit.Contents;
import io.hybridycsb.ledger.audit.Records;
import io.hybridycsb.ledger.database.CurrentRecord;
import io.hybridycsb.ledger.database.Head;
import io.hybridycsb.ledger.database.HistoryRow;
import io.hybridycsb.ledger.database.Ledger;
import io.hybridycsb.ledger.database.Rows;
import io.hybridycsb.ledger.database.UserTable;
import io.hybridycsb.verification.VerificationFailed;
import java.io.IOException;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Reads a record, and checks that it is as the history says. */
@Command(
    description = {
      "Reads a record and its newest change in the history, and follows the chain of hashes from",
      "the last audit's head to that change and on to the history's end, or from the change to both."
    })
final class VerifyCommand extends VerifyFrame {
  /** How PostgreSQL's texts of bytes begin. */
  private static final String BYTES = "\\x";

  @Mixin private DatabaseOptions database;

  private final Findings findings = new Findings();

  @Override
  protected Checked verify() throws IOException, SQLException {
    List<Head> heads = new ArrayList<>();
    if (database.kept().isPresent()) {
      heads.addAll(database.kept().get().read());
    }
    Optional<Head> kept = heads.stream().max(Comparator.comparing(Head::number));
    try (Ledger ledger = database.open()) {
      String name = ledger.nameOf(table);
      Optional<HistoryRow> change = ledger.newestChange(name, key);
      Optional<CurrentRecord> record = current(ledger, name);
      if (change.isPresent() || record.isPresent()) {
        new Records(ledger, findings).compare(name, change, record);
      }
      Chain chain = follow(ledger, change, kept, heads);
      if (!findings.isEmpty()) {
        throw new VerificationFailed(String.join("\n", findings.lines()));
      }
      return new Checked(record.map(found -> lines(found.contents())), proof(change, chain, kept));
    }
  }

  /**
   * A line for each field that isn't null, as {@code name=value}.
   *
   * @param contents the record as JSON, its bytes as PostgreSQL writes them
   */
  private static List<String> lines(String contents) {
    List<String> lines = new ArrayList<>();
    Contents.fields(contents)
        .orElseThrow(() -> new IllegalArgumentException("a record is no JSON"))
        .forEach((name, field) -> lines.add("  " + name + "=" + value(Contents.shown(field))));
    return lines;
  }

  private static String value(String text) {
    if (!text.startsWith(BYTES)) {
      return text;
    }
    try {
      return new String(HexFormat.of().parseHex(text.substring(BYTES.length())), UTF_8);
    } catch (IllegalArgumentException e) {
      return text;
    }
  }

  private Optional<CurrentRecord> current(Ledger ledger, String name) throws SQLException {
    Optional<String> column =
        Optional.ofNullable(ledger.tables().get(name)).flatMap(UserTable::key);
    return column.isEmpty() ? Optional.empty() : ledger.record(name, column.get(), key);
  }

  /** From before the change, or from the last audit's head if that is before it, to the end. */
  private Chain follow(
      Ledger ledger, Optional<HistoryRow> change, Optional<Head> kept, List<Head> heads)
      throws SQLException {
    long keptNumber = kept.map(Head::number).orElse(Long.MAX_VALUE);
    long before = Math.min(change.map(HistoryRow::number).orElse(1L) - 1, keptNumber);
    Head start = Head.NONE;
    if (before == keptNumber) {
      start = kept.orElseThrow();
    } else if (before > 0) {
      start =
          ledger
              .historyRow(before)
              .filter(row -> Head.isHash(row.hash()))
              .map(row -> new Head(row.number(), row.hash()))
              .orElse(Head.NONE);
    }
    Chain chain = new Chain(start, heads, findings);
    try (Rows<HistoryRow> rows = ledger.historyAfter(start.number())) {
      for (Optional<HistoryRow> row = rows.next(); row.isPresent(); row = rows.next()) {
        chain.add(row.get());
      }
    }
    chain.end();
    chain.compare(ledger.newest());
    return chain;
  }

  private static String proof(Optional<HistoryRow> change, Chain chain, Optional<Head> kept) {
    return "verified: %s; the chain holds to row %d, its end%s"
        .formatted(
            change.map(HistoryRow::inWords).orElse("no change of it in the history"),
            chain.last().number(),
            kept.map(
                    head ->
                        ", and through row %d, which the last audit has kept"
                            .formatted(head.number()))
                .orElse("; no audit has kept a head"));
  }
}
