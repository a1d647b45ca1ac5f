package io.hybridycsb.veritas.stores.sql;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.hybridycsb.settings.DatabaseUrl;
import io.hybridycsb.veritas.core.spi.StoreException;
import io.hybridycsb.veritas.stores.database.Retries;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLNonTransientConnectionException;
import java.sql.SQLRecoverableException;
import java.sql.SQLTransientConnectionException;

/**
 * A fixed number of connections. Work whose connection breaks is repeated on another one until
 * {@link SqlOptions#timeoutMs} have passed, so it must be idempotent.
 */
final class SqlConnections implements AutoCloseable {
  private final SqlOptions options;
  private final HikariDataSource pool;

  /**
   * @throws StoreException if the database can't be reached
   */
  SqlConnections(SqlOptions options) {
    this.options = options;
    try {
      pool = new HikariDataSource(config(options));
    } catch (RuntimeException e) {
      // The pool, or what it says of an address that no driver can read.
      throw new StoreException(describe() + " can't be reached: " + rootMessage(e), e);
    }
  }

  private static HikariConfig config(SqlOptions options) {
    SqlDialect dialect = SqlDialect.ofUrl(options.url());
    HikariConfig config = new HikariConfig();
    config.setPoolName("veritas-state");
    config.setJdbcUrl(options.url());
    config.setUsername(options.user());
    config.setPassword(options.password());
    config.setMaximumPoolSize(options.connections());
    config.setConnectionTimeout(options.timeoutMs());
    config.setValidationTimeout(Math.max(250, options.timeoutMs() / 4));
    config.setInitializationFailTimeout(options.timeoutMs());
    config.setConnectionInitSql(dialect.sessionSql(options.timeoutMs()));
    config.setTransactionIsolation("TRANSACTION_READ_COMMITTED");
    dialect.driverProperties(options.timeoutMs()).forEach(config::addDataSourceProperty);
    return config;
  }

  interface Work<T> {
    T on(Connection connection) throws SQLException;
  }

  /**
   * Each statement is a transaction of its own.
   *
   * @throws StoreException if the database can't be reached in time, or refuses a statement
   */
  <T> T call(Work<T> work) {
    Retries retries = new Retries(describe(), options.timeoutMs());
    while (true) {
      try (Connection connection = pool.getConnection()) {
        return work.on(connection);
      } catch (SQLException e) {
        if (pool.isClosed() || !isConnectionFailure(e)) {
          throw new StoreException(describe() + ": " + rootMessage(e), e);
        }
        retries.pause("can't be reached: " + rootMessage(e), e);
      }
    }
  }

  /** All of the work's statements are one transaction; it may have taken effect more than once. */
  <T> T inTransaction(Work<T> work) {
    return call(
        connection -> {
          // The pool switches it on again, and rolls back what wasn't committed.
          connection.setAutoCommit(false);
          T result = work.on(connection);
          connection.commit();
          return result;
        });
  }

  private static boolean isConnectionFailure(SQLException e) {
    for (SQLException each = e; each != null; each = each.getNextException()) {
      String state = each.getSQLState() == null ? "" : each.getSQLState();
      // 08: connection exceptions; 57P: PostgreSQL stops, has crashed or starts.
      if (state.startsWith("08")
          || state.startsWith("57P")
          || each instanceof SQLTransientConnectionException
          || each instanceof SQLNonTransientConnectionException
          || each instanceof SQLRecoverableException) {
        return true;
      }
    }
    return e.getCause() instanceof SQLException cause && isConnectionFailure(cause);
  }

  private String rootMessage(Throwable e) {
    Throwable root = e;
    while (root.getCause() != null) {
      root = root.getCause();
    }
    String message = DatabaseUrl.withoutOptions(options.url(), String.valueOf(root.getMessage()));
    return message.replaceAll("\\s+", " ");
  }

  /** For messages: {@code sql jdbc:postgresql://127.0.0.1:5432/veritas}. */
  String describe() {
    return "sql " + options.shortUrl();
  }

  @Override
  public void close() {
    pool.close();
  }
}
