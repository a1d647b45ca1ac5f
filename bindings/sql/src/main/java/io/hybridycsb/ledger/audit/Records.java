package io.hybridycsb.ledger.audit;

import io.hybridycsb.commands.Findings;
import io.hybridycsb.ledger.database.CurrentRecord;
import io.hybridycsb.ledger.database.HistoryRow;
import io.hybridycsb.ledger.database.Ledger;
import io.hybridycsb.ledger.database.Rows;
import io.hybridycsb.ledger.database.UserTable;
import io.hybridycsb.ledger.database.Words;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;

/** The records of all tables, side by side with the newest change of each in the history. */
public final class Records {
  private static final int NAMED_MAX = 20;

  private final Ledger ledger;
  private final Findings findings;
  private final List<String> unwatched = new ArrayList<>();
  private long unwatchedCount;
  private long count;

  public Records(Ledger ledger, Findings findings) {
    this.ledger = ledger;
    this.findings = findings;
  }

  /** Compares all records of watched tables, and tells which tables aren't watched. */
  public void compareAll() throws SQLException {
    SortedMap<String, UserTable> tables = ledger.tables();
    try (Rows<HistoryRow> changes = ledger.newestChanges()) {
      for (UserTable table : tables.values()) {
        skipLostTables(changes, table.name());
        if (table.isWatched() || isOf(changes, table.name())) {
          compare(table, changes);
        } else {
          passOver(table);
        }
      }
      skipLostTables(changes, null);
    }
  }

  private void passOver(UserTable table) {
    String name = Words.shown(table.name());
    if (!table.writers().isEmpty()) {
      findings.add(
          "%s: the ledger doesn't watch it, and %s may write to it"
              .formatted(name, Words.shown(table.writers())));
    } else if (table.isLikeBindings()) {
      findings.add(
          name + ": the ledger doesn't watch it, though it is as the binding's tables are");
    } else {
      unwatchedCount++;
      if (unwatched.size() < NAMED_MAX) {
        unwatched.add(name);
      }
    }
  }

  /** How many records the watched tables have. */
  public long count() {
    return count;
  }

  /**
   * The tables that aren't watched, and that writers may not write to either, the first {@value
   * #NAMED_MAX} of them; empty if there are none.
   */
  public String unwatched() {
    return String.join(", ", unwatched)
        + (unwatchedCount > unwatched.size()
            ? " and %d more".formatted(unwatchedCount - unwatched.size())
            : "");
  }

  /**
   * Passes over changes of tables that aren't there.
   *
   * @param next the next table that there is, or null after the last one
   */
  private void skipLostTables(Rows<HistoryRow> changes, String next) throws SQLException {
    String told = null;
    while (changes.peek().isPresent()
        && (next == null || Ledger.BY_BYTES.compare(changes.peek().get().table(), next) < 0)) {
      HistoryRow change = changes.next().orElseThrow();
      if (!change.table().equals(told)) {
        told = change.table();
        findings.add(
            "%s: there is no such table, but the history has changes of it, the newest of %s in"
                    .formatted(Words.shown(told), Words.shown(change.key()))
                + " row %d".formatted(change.number()));
      }
    }
  }

  private static boolean isOf(Rows<HistoryRow> changes, String table) {
    return changes.peek().filter(change -> change.table().equals(table)).isPresent();
  }

  private void compare(UserTable table, Rows<HistoryRow> changes) throws SQLException {
    String name = Words.shown(table.name());
    table.faults().forEach(fault -> findings.add(name + ": " + Words.shown(fault)));
    if (table.key().isPresent()) {
      ledger
          .trying(() -> compareRecords(table.name(), table.key().get(), changes))
          .ifPresent(error -> findings.add("%s can't be read: %s".formatted(name, error)));
    }
    while (isOf(changes, table.name())) {
      changes.next();
    }
  }

  private void compareRecords(String table, String key, Rows<HistoryRow> changes)
      throws SQLException {
    try (Rows<CurrentRecord> records = ledger.records(table, key)) {
      while (isOf(changes, table) || records.peek().isPresent()) {
        compareNext(table, changes, records);
      }
    }
  }

  /** Takes the change or the record whose key comes first, or both if it is the same key. */
  private void compareNext(String table, Rows<HistoryRow> changes, Rows<CurrentRecord> records)
      throws SQLException {
    int order = !isOf(changes, table) ? 1 : records.peek().isEmpty() ? -1 : 0;
    if (order == 0) {
      order =
          Ledger.BY_BYTES.compare(
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
    String name =
        "%s, %s"
            .formatted(
                Words.shown(table),
                Words.shown(
                    String.valueOf(
                        change
                            .map(HistoryRow::key)
                            .or(() -> record.map(CurrentRecord::key))
                            .get())));
    if (change.isEmpty()) {
      findings.add(name + ": the history has no change of this record");
      return;
    }
    long row = change.get().number();
    boolean isDeleted = HistoryRow.DELETE.equals(change.get().operation());
    if (record.isEmpty()) {
      if (!isDeleted) {
        findings.add(
            "%s: the record is gone, but it is in its newest change, row %d".formatted(name, row));
      }
    } else if (isDeleted) {
      findings.add(
          "%s: the record is there, but its newest change, row %d, has deleted it"
              .formatted(name, row));
    } else if (record.get().isTooLarge()) {
      findings.add(
          "%s: the record has %d bytes as JSON, more than the %d that an audit reads"
              .formatted(name, record.get().bytes(), HistoryRow.BYTES_MAX));
    } else {
      SortedSet<String> differing =
          Contents.differences(String.valueOf(change.get().contents()), record.get().contents());
      if (!differing.isEmpty()) {
        findings.add(
            "%s: not as in its newest change, row %d: %s"
                .formatted(name, row, Words.shown(String.join(", ", differing))));
      }
    }
  }
}
