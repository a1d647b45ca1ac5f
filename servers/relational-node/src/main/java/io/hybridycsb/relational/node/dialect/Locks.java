package io.hybridycsb.relational.node.dialect;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.Collection;
import java.util.List;

/** What differs between databases in how definitions and snapshots wait for locks. */
public abstract class Locks {
  /** How long a snapshot waits for a lock. */
  public static final int SNAPSHOT_LOCK_MS = 1_000;

  private static final int TEXTS_MAX = 5;

  /** What is done before definitions. */
  public abstract void beginDefinition(Connection connection) throws SQLException;

  /** How long each definition waits for locks from now on. */
  public abstract void limitWait(Connection connection, int timeoutMs) throws SQLException;

  /** Undoes the definitions since the beginning, as far as they can be undone. */
  public abstract void undoDefinition(Connection connection) throws SQLException;

  /**
   * What is done after definitions.
   *
   * @param timeoutMs how long statements wait for locks from now on
   */
  public abstract void endDefinition(Connection connection, int timeoutMs) throws SQLException;

  /** Whether a statement got no lock: it has waited too long, or in a circle with others. */
  public abstract boolean isLockTimeout(SQLException e);

  /** Who else holds tables, for people; empty if the database doesn't tell. */
  public abstract List<String> holders(Connection connection, Collection<String> tables)
      throws SQLException;

  /** The first column of a query's rows, of as many as people want to read. */
  public static List<String> texts(Connection connection, String sql, List<?> arguments)
      throws SQLException {
    return Statements.query(connection, sql, arguments, row -> row.getString(1)).stream()
        .limit(TEXTS_MAX)
        .toList();
  }

  /**
   * Prepares a connection for snapshots: it waits for a lock for a moment only, so that a
   * definition that itself waits doesn't have others wait with it.
   *
   * @param idleMs after which the database ends a snapshot that nothing is read of
   */
  public abstract void prepareSnapshots(Connection connection, int timeoutMs, int idleMs)
      throws SQLException;

  /**
   * Begins a transaction that sees what is committed now, or from its first statement on, and
   * nothing later.
   */
  public abstract void beginSnapshot(Connection connection) throws SQLException;
}
