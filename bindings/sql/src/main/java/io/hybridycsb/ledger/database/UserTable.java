package io.hybridycsb.ledger.database;

import java.util.List;
import java.util.Optional;

/**
 * A table of the database, or a view, which may be taken for one.
 *
 * @param name with its schema, quoted where needed
 * @param key the column of its primary key; empty if that hasn't one column
 * @param isWatched whether it has a trigger of the ledger, be it switched off
 * @param faults why the ledger may not see every change of it
 * @param writers the roles that may write to it, of those that are there for writers; empty if none
 * @param isLikeBindings whether it is where the binding's tables are, and has their key
 */
public record UserTable(
    String name,
    Optional<String> key,
    boolean isWatched,
    List<String> faults,
    String writers,
    boolean isLikeBindings) {
  public UserTable {
    faults = List.copyOf(faults);
  }
}
