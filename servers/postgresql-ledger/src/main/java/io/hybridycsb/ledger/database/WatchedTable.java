package io.hybridycsb.ledger.database;

import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * A table of the database.
 *
 * @param name with its schema, quoted where needed
 * @param key the column of its primary key; empty if that hasn't one column
 * @param triggers of the ledger, by name
 * @param enabled those of them that aren't switched off
 */
public record WatchedTable(
    String name, Optional<String> key, Set<String> triggers, Set<String> enabled) {
  private static final Set<String> NEEDED = Set.of("ledger_write", "ledger_update", "ledger_move");

  public WatchedTable {
    triggers = Set.copyOf(triggers);
    enabled = Set.copyOf(enabled);
  }

  /** The triggers that don't write its changes to the history, though they should. */
  public SortedSet<String> missing() {
    SortedSet<String> missing = new TreeSet<>(NEEDED);
    missing.removeAll(enabled);
    return missing;
  }
}
