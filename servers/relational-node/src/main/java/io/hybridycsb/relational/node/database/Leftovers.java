package io.hybridycsb.relational.node.database;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * What a block has left of its definitions that was skipped: where definitions commit, its tables
 * and columns stay. They take room in rows from what is defined later. They are empty, since the
 * block's writes were undone; one that isn't is somebody else's, and stays.
 */
final class Leftovers {
  private Leftovers() {}

  /**
   * What removes them from tables that get definitions. Triggers go back to what was recorded
   * before columns go, so that the table can be written to after each statement.
   *
   * @param before what is recorded
   * @param after the tables to be defined, with all fields that they will have
   * @return none where definitions don't commit; they may be executed again
   * @throws DatabaseFailure if one of them isn't empty
   */
  static List<String> removal(
      Connection connection,
      Dialect dialect,
      Definitions before,
      Map<String, SortedSet<String>> after,
      int rowBytesMax)
      throws SQLException {
    List<String> statements = new ArrayList<>();
    if (!dialect.definitionsCommit()) {
      return statements;
    }
    for (Map.Entry<String, SortedSet<String>> table : after.entrySet()) {
      SortedSet<String> left = columns(connection, table.getKey());
      left.removeAll(table.getValue());
      if (left.isEmpty()) {
        continue;
      }
      String quoted = dialect.quoted(table.getKey());
      requireEmpty(connection, dialect, table.getKey(), before, left);
      before
          .fields(table.getKey())
          .ifPresentOrElse(
              fields -> {
                statements.addAll(dialect.define(table.getKey(), fields, rowBytesMax));
                statements.add(
                    left.stream()
                        .map(column -> "DROP COLUMN IF EXISTS " + dialect.quoted(column))
                        .collect(Collectors.joining(", ", "ALTER TABLE " + quoted + " ", "")));
              },
              () -> statements.add("DROP TABLE IF EXISTS " + quoted));
    }
    return statements;
  }

  private static void requireEmpty(
      Connection connection,
      Dialect dialect,
      String table,
      Definitions before,
      SortedSet<String> left)
      throws SQLException {
    boolean isDefined = before.fields(table).isPresent();
    String filled =
        left.stream()
            .map(column -> dialect.quoted(column) + " IS NOT NULL")
            .collect(Collectors.joining(" OR ", " WHERE ", ""));
    String sql = "SELECT 1 FROM " + dialect.quoted(table) + (isDefined ? filled : "") + " LIMIT 1";
    try (PreparedStatement select = connection.prepareStatement(sql);
        ResultSet rows = select.executeQuery()) {
      if (rows.next()) {
        throw new DatabaseFailure(
            "table %s has %s that the chain knows nothing of, and would have to be removed; keep them elsewhere and remove them, then start the node again"
                .formatted(table, isDefined ? "values of " + String.join(", ", left) : "records"));
      }
    }
  }

  /** The columns of a table for fields; none if there is no such table. */
  private static SortedSet<String> columns(Connection connection, String table)
      throws SQLException {
    String sql =
        "SELECT column_name FROM information_schema.columns"
            + " WHERE table_schema = DATABASE() AND table_name = ?";
    try (PreparedStatement select = connection.prepareStatement(sql)) {
      select.setString(1, table);
      SortedSet<String> columns = new TreeSet<>();
      try (ResultSet rows = select.executeQuery()) {
        while (rows.next()) {
          columns.add(rows.getString(1));
        }
      }
      columns.remove(Dialect.KEY);
      columns.remove(Dialect.VERSION);
      return columns;
    }
  }
}
