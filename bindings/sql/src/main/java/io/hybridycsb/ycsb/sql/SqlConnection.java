package io.hybridycsb.ycsb.sql;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * One thread's connection to the database, with its prepared statements. It is made when it is
 * first needed, and again after it was lost. All failures are {@link CallFailed}.
 */
final class SqlConnection implements AutoCloseable {
  private static final long PAUSE_NS = TimeUnit.MILLISECONDS.toNanos(50);

  /** Statements differ by table and by fields; YCSB's workloads have a dozen of them. */
  private static final int STATEMENTS_MAX = 64;

  /** How much longer than the database the client waits, so that it gets the database's answer. */
  private static final int ANSWER_EXTRA_MS = 1_000;

  private final Dialect dialect;
  private final SqlProperties properties;
  private final Map<String, PreparedStatement> statements = new LinkedHashMap<>(16, 0.75f, true);
  private Connection connection;
  private long argumentBytesMax;

  SqlConnection(Dialect dialect, SqlProperties properties) {
    this.dialect = dialect;
    this.properties = properties;
  }

  /** Reads the rows that a query has found. */
  interface Reader<T> {
    T read(ResultSet rows) throws SQLException;
  }

  private interface Action {
    void run() throws SQLException;
  }

  /** Lets each statement be a transaction of its own. Undoes what was not committed. */
  void autocommit() {
    connect();
    call(
        () -> {
          if (!connection.getAutoCommit()) {
            // The switch alone would commit it.
            connection.rollback();
            connection.setAutoCommit(true);
          }
        });
  }

  /** Begins a transaction, which holds nothing before its first statement. */
  void begin() {
    connect();
    call(() -> connection.setAutoCommit(false));
  }

  private void call(Action action) {
    try {
      action.run();
    } catch (SQLException e) {
      throw failed(e, false);
    }
  }

  void commit() {
    try {
      connection.commit();
    } catch (SQLException e) {
      throw failed(e, true);
    }
  }

  /** Undoes what was not committed; never fails. */
  void rollback() {
    try {
      if (connection != null && !connection.getAutoCommit()) {
        connection.rollback();
      }
    } catch (SQLException e) {
      // The database undoes what its connection has left.
      close();
    }
  }

  <T> T query(String sql, Reader<T> reader, Object... arguments) {
    PreparedStatement statement = prepared(sql, List.of(arguments));
    try (ResultSet rows = statement.executeQuery()) {
      return reader.read(rows);
    } catch (SQLException e) {
      throw failed(e, true);
    }
  }

  /**
   * Runs a statement that changes rows; returns how many.
   *
   * @param arguments texts, numbers and arrays of bytes; null for a field that there is not
   */
  int update(String sql, List<?> arguments) {
    PreparedStatement statement = prepared(sql, arguments);
    try {
      return statement.executeUpdate();
    } catch (SQLException e) {
      throw failed(e, true);
    }
  }

  /** Runs a statement once. */
  void execute(String sql) {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
    } catch (SQLException e) {
      throw failed(e, true);
    }
  }

  private PreparedStatement prepared(String sql, List<?> arguments) {
    long bytes = arguments.stream().mapToLong(SqlConnection::bytesOf).sum();
    if (bytes > argumentBytesMax) {
      throw new CallFailed(
          Failure.WRONG,
          false,
          "a statement of %d bytes is longer than the %d it takes"
              .formatted(bytes, argumentBytesMax));
    }
    try {
      PreparedStatement statement = statements.get(sql);
      if (statement == null) {
        statement = connection.prepareStatement(sql);
        statements.put(sql, statement);
        closeEldest();
      }
      for (int i = 0; i < arguments.size(); i++) {
        set(statement, i + 1, arguments.get(i));
      }
      return statement;
    } catch (SQLException e) {
      throw failed(e, false);
    }
  }

  private static long bytesOf(Object argument) {
    if (argument instanceof byte[] value) {
      return value.length;
    }
    return argument instanceof String text ? text.length() : 0;
  }

  private void closeEldest() throws SQLException {
    if (statements.size() > STATEMENTS_MAX) {
      String eldest = statements.keySet().iterator().next();
      statements.remove(eldest).close();
    }
  }

  private static void set(PreparedStatement statement, int index, Object argument)
      throws SQLException {
    if (argument instanceof String text) {
      statement.setString(index, text);
    } else if (argument instanceof Long number) {
      statement.setLong(index, number);
    } else {
      statement.setBytes(index, (byte[]) argument);
    }
  }

  /** Connects if there is no connection. Tries until the timeout. */
  void connect() {
    if (connection != null) {
      return;
    }
    long ends = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(properties.timeoutMs());
    while (true) {
      try {
        connection = connectOnce();
        return;
      } catch (SQLException e) {
        if (!dialect.mayConnectLater(e)) {
          throw new CallFailed(
              Failure.REFUSED,
              false,
              "%s at %s refuses the connection: %s"
                  .formatted(dialect.title(), properties.shortUrl(), reason(e)));
        }
        if (System.nanoTime() - ends >= 0 || Thread.currentThread().isInterrupted()) {
          throw new CallFailed(
              Failure.LOST,
              false,
              "no %s answered at %s within %d ms: %s"
                  .formatted(
                      dialect.title(), properties.shortUrl(), properties.timeoutMs(), reason(e)));
        }
      }
      LockSupport.parkNanos(PAUSE_NS);
    }
  }

  private Connection connectOnce() throws SQLException {
    Properties driver = dialect.driverProperties(properties.timeoutS());
    if (!properties.user().isEmpty()) {
      driver.setProperty("user", properties.user());
    }
    if (!properties.password().isEmpty()) {
      driver.setProperty("password", properties.password());
    }
    Connection made = dialect.connect(properties.url(), driver);
    if (made == null) {
      throw new SQLException("the driver takes no such address");
    }
    try (Statement statement = made.createStatement()) {
      made.setTransactionIsolation(properties.isolation().level());
      made.setNetworkTimeout(Runnable::run, properties.timeoutS() * 1_000 + ANSWER_EXTRA_MS);
      statement.execute(dialect.sessionSql(properties.timeoutS()));
      argumentBytesMax = dialect.argumentBytesMax(made);
      return made;
    } catch (SQLException e) {
      closeQuietly(made);
      throw e;
    }
  }

  private CallFailed failed(SQLException e, boolean sent) {
    Failure failure = isClosed() ? Failure.LOST : dialect.failure(e);
    if (failure == Failure.LOST) {
      close();
    }
    return new CallFailed(failure, sent, reason(e));
  }

  private boolean isClosed() {
    try {
      return connection.isClosed();
    } catch (SQLException e) {
      return true;
    }
  }

  /** The message's first line, without what differs from connection to connection. */
  private String reason(SQLException e) {
    String message = String.valueOf(e.getMessage()).lines().findFirst().orElse("");
    return properties.withoutSecrets(
        message.replaceFirst("^\\(conn=\\d+\\) ", "").replaceFirst("^(ERROR|FATAL): +", ""));
  }

  @Override
  public void close() {
    statements.clear();
    if (connection != null) {
      closeQuietly(connection);
      connection = null;
    }
  }

  private static void closeQuietly(Connection connection) {
    try {
      connection.close();
    } catch (SQLException e) {
      // It is of no use any more, and the database ends what it has left.
    }
  }
}
