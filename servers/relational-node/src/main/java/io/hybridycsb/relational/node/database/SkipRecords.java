package io.hybridycsb.relational.node.database;

import io.hybridycsb.relational.node.skip.SkipDecision;
import io.hybridycsb.relational.node.skip.SkipStatement;
import io.hybridycsb.relational.node.skip.Skips;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;

/** The blocks that were left out, as a database records them: with the decisions on them. */
final class SkipRecords {
  private SkipRecords() {}

  /** Records a decision that was followed. */
  static void add(SkipDecision decision, Statements statements) throws SQLException {
    statements.update(
        "INSERT INTO " + Dialect.SKIPS + " (height, decision) VALUES (?, ?)",
        List.of(decision.statement().height(), decision.text()));
  }

  /**
   * Checks that blocks that are executed were left out if it is so decided.
   *
   * @param height of the last executed block
   * @throws IllegalArgumentException if one was not
   */
  static void requireFollowed(Skips skips, long height, Connection connection) throws SQLException {
    for (SkipDecision decision : skips.all()) {
      SkipStatement statement = decision.statement();
      if (statement.height() <= height && !isRecorded(statement, connection)) {
        throw new IllegalArgumentException(
            ("block %d is to be skipped by a decision of skip.directory, and this database has"
                    + " executed it; remove the decision, or give the node an empty database")
                .formatted(statement.height()));
      }
    }
  }

  private static boolean isRecorded(SkipStatement statement, Connection connection)
      throws SQLException {
    try (PreparedStatement select =
        connection.prepareStatement(
            "SELECT decision FROM " + Dialect.SKIPS + " WHERE height = ?")) {
      select.setLong(1, statement.height());
      try (ResultSet rows = select.executeQuery()) {
        return rows.next() && SkipDecision.parse(rows.getString(1)).statement().equals(statement);
      }
    }
  }
}
