package io.hybridycsb.relational.node.database;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/** What differs between databases in how definitions and snapshots wait for locks. */
abstract class Locks {
  /** How long a snapshot waits for a lock. */
  static final int SNAPSHOT_LOCK_MS = 1_000;

  private static final int TEXTS_MAX = 5;

  /** What is done before definitions. */
  abstract void beginDefinition(Connection connection) throws SQLException;

  /** How long each definition waits for locks from now on. */
  abstract void limitWait(Connection connection, int timeoutMs) throws SQLException;

  /** Undoes the definitions since the beginning, as far as they can be undone. */
  abstract void undoDefinition(Connection connection) throws SQLException;

  /**
   * What is done after definitions.
   *
   * @param timeoutMs how long statements wait for locks from now on
   */
  abstract void endDefinition(Connection connection, int timeoutMs) throws SQLException;

  /** Whether a statement got no lock: it has waited too long, or in a circle with others. */
  abstract boolean isLockTimeout(SQLException e);

  /** Who else holds tables, for people; empty if the database doesn't tell. */
  abstract List<String> holders(Connection connection, Collection<String> tables)
      throws SQLException;

  /** The rows that a question has, each its first column, for as many as people want to read. */
  static List<String> texts(PreparedStatement select) throws SQLException {
    List<String> texts = new ArrayList<>();
    try (ResultSet rows = select.executeQuery()) {
      while (rows.next() && texts.size() < TEXTS_MAX) {
        texts.add(rows.getString(1));
      }
    }
    return texts;
  }

  /**
   * Prepares a connection for snapshots: it waits for a lock for a moment only, so that a
   * definition that itself waits doesn't have others wait with it.
   *
   * @param idleMs after which the database ends a snapshot that nothing is read of
   */
  abstract void prepareSnapshots(Connection connection, int timeoutMs, int idleMs)
      throws SQLException;

  /**
   * Begins a transaction that sees what is committed now, or from its first statement on, and
   * nothing later.
   */
  abstract void beginSnapshot(Connection connection) throws SQLException;
}
