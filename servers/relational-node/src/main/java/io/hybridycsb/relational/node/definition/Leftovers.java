package io.hybridycsb.relational.node.definition;

import io.hybridycsb.relational.node.dialect.DatabaseFailure;
import io.hybridycsb.relational.node.dialect.Dialect;
import io.hybridycsb.relational.node.dialect.Statements;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * What is in a database of tables that get definitions, and the chain knows nothing of. Where
 * definitions commit, a block that was skipped leaves its tables and columns. They take room in
 * rows from what is defined later. They are empty, since the block's writes were undone; one that
 * isn't is somebody else's, and stays.
 */
public final class Leftovers {
  private Leftovers() {}

  /**
   * What removes them. Triggers go back to what was recorded before columns go, so that the table
   * can be written to after each statement.
   *
   * @param before what is recorded
   * @param after the tables to be defined, with all fields that they will have
   * @return none where definitions don't commit; they may be executed again
   * @throws DatabaseFailure if one of them isn't empty
   */
  public static List<String> removal(
      Connection connection,
      Dialect dialect,
      Definitions before,
      Map<String, SortedSet<String>> after,
      int rowBytesMax)
      throws SQLException {
    List<String> statements = new ArrayList<>();
    for (Map.Entry<String, SortedSet<String>> each : after.entrySet()) {
      String table = each.getKey();
      String quoted = dialect.quoted(table);
      SortedSet<String> recorded = before.fields(table).orElse(null);
      SortedSet<String> left = columns(connection, dialect, table);
      if (recorded == null && !left.isEmpty()) {
        requireNone(connection, table, "records", "SELECT 1 FROM " + quoted);
        if (dialect.traits().definitionsCommit()) {
          statements.add("DROP TABLE IF EXISTS " + quoted);
        }
        continue;
      }
      left.removeAll(Set.of(Dialect.KEY, Dialect.VERSION));
      left.removeAll(each.getValue());
      if (left.isEmpty() || !dialect.traits().definitionsCommit()) {
        continue;
      }
      requireNone(
          connection,
          table,
          "values of " + String.join(", ", left),
          left.stream()
              .map(column -> dialect.quoted(column) + " IS NOT NULL")
              .collect(Collectors.joining(" OR ", "SELECT 1 FROM " + quoted + " WHERE ", "")));
      statements.addAll(dialect.define(table, recorded, rowBytesMax));
      // Without FORCE MariaDB doesn't rebuild the table, and rows keep room for what was removed.
      statements.add(
          left.stream()
              .map(column -> "DROP COLUMN IF EXISTS " + dialect.quoted(column))
              .collect(Collectors.joining(", ", "ALTER TABLE " + quoted + " ", ", FORCE")));
    }
    return statements;
  }

  private static void requireNone(Connection connection, String table, String what, String sql)
      throws SQLException {
    if (Statements.first(connection, sql + " LIMIT 1", List.of(), row -> 1).isPresent()) {
      throw new DatabaseFailure(
          "table %s has %s that the chain knows nothing of, and would have to be removed; keep them elsewhere and remove them, then start the node again"
              .formatted(table, what));
    }
  }

  /** All columns of a table; none if there is no such table. */
  private static SortedSet<String> columns(Connection connection, Dialect dialect, String table)
      throws SQLException {
    String sql =
        "SELECT column_name FROM information_schema.columns WHERE table_schema = %s AND table_name = ?"
            .formatted(dialect.traits().schema());
    return new TreeSet<>(
        Statements.query(connection, sql, List.of(table), row -> row.getString(1)));
  }
}
