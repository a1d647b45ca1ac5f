package io.hybridycsb.ledger.audit;

import io.hybridycsb.ledger.database.ByBytes;
import io.hybridycsb.ledger.database.CurrentRecord;
import io.hybridycsb.ledger.database.HistoryRow;
import io.hybridycsb.ledger.database.Ledger;
import io.hybridycsb.ledger.database.Rows;
import io.hybridycsb.ledger.database.WatchedTable;
import io.hybridycsb.tools.Findings;
import java.sql.SQLException;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;

/** The records of all tables, side by side with the newest change of each in the history. */
public final class Records {
  private final Ledger ledger;
  private final Findings findings;
  private long count;

  public Records(Ledger ledger, Findings findings) {
    this.ledger = ledger;
    this.findings = findings;
  }

  /** Compares all of them; how many records the tables have. */
  public long compareAll() throws SQLException {
    SortedMap<String, WatchedTable> tables = ledger.tables();
    try (Rows<HistoryRow> changes = ledger.newestChanges()) {
      for (WatchedTable table : tables.values()) {
        skipLostTables(changes, table.name());
        boolean isInHistory = isOf(changes, table.name());
        if (isInHistory || !table.triggers().isEmpty()) {
          compare(table, changes);
        }
      }
      skipLostTables(changes, null);
    }
    return count;
  }

  /**
   * Passes over changes of tables that aren't there.
   *
   * @param next the next table that there is, or null after the last one
   */
  private void skipLostTables(Rows<HistoryRow> changes, String next) throws SQLException {
    String told = null;
    while (changes.peek().isPresent()
        && (next == null || ByBytes.ORDER.compare(changes.peek().get().table(), next) < 0)) {
      HistoryRow change = changes.next().orElseThrow();
      if (!change.table().equals(told)) {
        told = change.table();
        findings.add(
            "%s: there is no such table, but the history has changes of it, the newest of %s in"
                    .formatted(told, change.key())
                + " row %d".formatted(change.number()));
      }
    }
  }

  private static boolean isOf(Rows<HistoryRow> changes, String table) {
    return changes.peek().filter(change -> change.table().equals(table)).isPresent();
  }

  private void compare(WatchedTable table, Rows<HistoryRow> changes) throws SQLException {
    if (!table.missing().isEmpty()) {
      findings.add(
          "%s: what writes its changes to the history is missing or switched off: %s"
              .formatted(table.name(), String.join(", ", table.missing())));
    }
    if (table.key().isEmpty()) {
      findings.add("%s: it has no primary key of one column any more".formatted(table.name()));
      while (isOf(changes, table.name())) {
        changes.next();
      }
      return;
    }
    try (Rows<CurrentRecord> records = ledger.records(table.name(), table.key().get())) {
      while (isOf(changes, table.name()) || records.peek().isPresent()) {
        compareNext(table.name(), changes, records);
      }
    }
  }

  /** Takes the change or the record whose key comes first, or both if it is the same key. */
  private void compareNext(String table, Rows<HistoryRow> changes, Rows<CurrentRecord> records)
      throws SQLException {
    int order = !isOf(changes, table) ? 1 : records.peek().isEmpty() ? -1 : 0;
    if (order == 0) {
      order =
          ByBytes.ORDER.compare(
              changes.peek().orElseThrow().key(), records.peek().orElseThrow().key());
    }
    Optional<HistoryRow> change = order <= 0 ? changes.next() : Optional.empty();
    Optional<CurrentRecord> record = order >= 0 ? records.next() : Optional.empty();
    if (record.isPresent()) {
      count++;
    }
    compare(table, change, record);
  }

  /** Compares the newest change of a record with the record as it is. One of the two is there. */
  public void compare(String table, Optional<HistoryRow> change, Optional<CurrentRecord> record) {
    if (change.isEmpty()) {
      findings.add(
          "%s, %s: the history has no change of this record"
              .formatted(table, record.orElseThrow().key()));
      return;
    }
    HistoryRow newest = change.get();
    boolean isDeleted = newest.operation().equals(HistoryRow.DELETE);
    if (record.isEmpty()) {
      if (!isDeleted) {
        findings.add(
            "%s, %s: the record is gone, but it is in its newest change, row %d"
                .formatted(table, newest.key(), newest.number()));
      }
    } else if (isDeleted) {
      findings.add(
          "%s, %s: the record is there, but its newest change, row %d, has deleted it"
              .formatted(table, newest.key(), newest.number()));
    } else {
      SortedSet<String> differing =
          Contents.differences(String.valueOf(newest.contents()), record.get().contents());
      if (!differing.isEmpty()) {
        findings.add(
            "%s, %s: not as in its newest change, row %d: %s"
                .formatted(table, newest.key(), newest.number(), String.join(", ", differing)));
      }
    }
  }
}
