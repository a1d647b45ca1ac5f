package io.hybridycsb.relational.node.dialect;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.Collection;
import java.util.List;

/** It counts in seconds. */
final class MariaDbLocks extends Locks {
  private static final int LOCK_TIMEOUT = 1205;
  private static final int DEADLOCK = 1213;

  @Override
  public void beginDefinition(Connection connection) {}

  @Override
  public void limitWait(Connection connection, int timeoutMs) throws SQLException {
    Dialect.execute(connection, "SET lock_wait_timeout = " + Dialect.seconds(timeoutMs));
  }

  /** Those that were made are committed. */
  @Override
  public void undoDefinition(Connection connection) {}

  @Override
  public void endDefinition(Connection connection, int timeoutMs) throws SQLException {
    limitWait(connection, timeoutMs);
  }

  @Override
  public boolean isLockTimeout(SQLException e) {
    return e.getErrorCode() == LOCK_TIMEOUT || e.getErrorCode() == DEADLOCK;
  }

  /** By a plugin that few servers have; otherwise all who have a transaction. */
  @Override
  public List<String> holders(Connection connection, Collection<String> tables)
      throws SQLException {
    String who =
        "SELECT DISTINCT CONCAT('%sconnection ', p.ID, ' of user ', p.USER, ' at ', p.HOST, ', ',"
            + " LOWER(p.COMMAND), ', since ', p.TIME, ' s') FROM information_schema.PROCESSLIST p"
            + " JOIN information_schema.%s WHERE p.ID <> CONNECTION_ID()";
    String held =
        "METADATA_LOCK_INFO m ON m.THREAD_ID = p.ID AND m.TABLE_SCHEMA = DATABASE() AND m.TABLE_NAME IN (%s)"
            .formatted(Dialect.questionMarks(tables.size()));
    try {
      return texts(connection, who.formatted("", held), List.copyOf(tables));
    } catch (SQLException e) {
      if (!new MariaDbDialect().isRefusal(e)) {
        throw e;
      }
    }
    String open = "INNODB_TRX t ON t.trx_mysql_thread_id = p.ID";
    try {
      return texts(connection, who.formatted("perhaps ", open), List.of());
    } catch (SQLException e) {
      if (!new MariaDbDialect().isRefusal(e)) {
        throw e;
      }
      // This user may not see other connections.
      return List.of();
    }
  }

  @Override
  public void prepareSnapshots(Connection connection, int timeoutMs, int idleMs)
      throws SQLException {
    Dialect.execute(
        connection,
        "SET lock_wait_timeout = %d, max_statement_time = %d, idle_readonly_transaction_timeout = %d"
            .formatted(
                Dialect.seconds(SNAPSHOT_LOCK_MS),
                Dialect.seconds(timeoutMs),
                Dialect.seconds(idleMs)));
    connection.setTransactionIsolation(Connection.TRANSACTION_REPEATABLE_READ);
  }

  @Override
  public void beginSnapshot(Connection connection) throws SQLException {
    Dialect.execute(connection, "START TRANSACTION WITH CONSISTENT SNAPSHOT, READ ONLY");
  }
}
