package io.hybridycsb.relational.node.dialect;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.Collection;
import java.util.List;

final class PostgresqlLocks extends Locks {
  private static final String LOCK_TIMEOUT = "55P03";
  private static final String DEADLOCK = "40P01";
  private static final String DEFINITION_TRY = "definition_try";

  @Override
  public void beginDefinition(Connection connection) throws SQLException {
    Dialect.execute(connection, "SAVEPOINT " + DEFINITION_TRY);
  }

  @Override
  public void limitWait(Connection connection, int timeoutMs) throws SQLException {
    Dialect.execute(connection, "SET LOCAL lock_timeout = " + timeoutMs);
  }

  /** Lets go of the locks, too. */
  @Override
  public void undoDefinition(Connection connection) throws SQLException {
    Dialect.execute(connection, "ROLLBACK TO SAVEPOINT " + DEFINITION_TRY);
  }

  @Override
  public void endDefinition(Connection connection, int timeoutMs) throws SQLException {
    limitWait(connection, timeoutMs);
    Dialect.execute(connection, "RELEASE SAVEPOINT " + DEFINITION_TRY);
  }

  @Override
  public boolean isLockTimeout(SQLException e) {
    return Dialect.stateOf(e).equals(LOCK_TIMEOUT) || Dialect.stateOf(e).equals(DEADLOCK);
  }

  /** Whose transactions it doesn't show to this user, it shows as a number alone. */
  @Override
  public List<String> holders(Connection connection, Collection<String> tables)
      throws SQLException {
    String sql =
        "SELECT DISTINCT coalesce('pid ' || l.pid, 'a prepared transaction') || coalesce(' (' ||"
            + " nullif(a.application_name, '') || ')', '') || coalesce(' of user ' || a.usename,"
            + " '') || coalesce(', ' || a.state, '') || coalesce(', its transaction since ' ||"
            + " a.xact_start::timestamp(0) || ' (UTC)', '') || coalesce(', its statement since ' ||"
            + " a.query_start::timestamp(0) || ' (UTC)', '') FROM pg_locks l LEFT JOIN"
            + " pg_stat_activity a ON a.pid = l.pid WHERE l.granted AND l.pid IS DISTINCT FROM"
            + " pg_backend_pid() AND l.database = (SELECT oid FROM pg_database WHERE datname ="
            + " current_database()) AND l.relation IN (SELECT oid FROM pg_class WHERE relname = ANY"
            + " (?))";
    return texts(connection, sql, List.of((Object) tables.toArray(String[]::new)));
  }

  @Override
  public void prepareSnapshots(Connection connection, int timeoutMs, int idleMs)
      throws SQLException {
    Dialect.execute(
        connection,
        "SET application_name = 'relational-audit'; SET lock_timeout = %d; SET statement_timeout = %d; SET idle_in_transaction_session_timeout = %d"
            .formatted(SNAPSHOT_LOCK_MS, timeoutMs, idleMs));
    connection.setReadOnly(true);
    connection.setTransactionIsolation(Connection.TRANSACTION_REPEATABLE_READ);
    connection.setAutoCommit(false);
  }

  /** The driver begins it with the first statement. */
  @Override
  public void beginSnapshot(Connection connection) {}
}
