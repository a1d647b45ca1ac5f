package io.hybridycsb.relational.node.database;

import io.hybridycsb.relational.node.database.ChainDatabase.Committed;
import io.hybridycsb.relational.node.definition.Definitions;
import io.hybridycsb.relational.node.dialect.DatabaseFailure;
import io.hybridycsb.relational.node.dialect.Dialect;
import io.hybridycsb.relational.node.dialect.Statements;
import io.hybridycsb.relational.node.skip.SkipDecision;
import io.hybridycsb.relational.node.skip.SkipStatement;
import io.hybridycsb.relational.node.skip.Skips;
import io.hybridycsb.veritas.crypto.Hashes;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;

/**
 * The one connection that writes. It keeps others out while it lives, so that what an earlier one
 * was doing has ended when this one begins.
 */
final class Writer implements AutoCloseable {
  private static final int ROLLBACK_MS = 5_000;

  private final Dialect dialect;
  private final Connection connection;
  private final Statements statements;

  private Writer(Dialect dialect, Connection connection) {
    this.dialect = dialect;
    this.connection = connection;
    this.statements = new Statements(connection);
  }

  /**
   * Connects once.
   *
   * @throws IllegalArgumentException if the database began with other rules, or by an older release
   */
  static Writer connect(DatabaseOptions options, Rules rules) throws SQLException {
    Dialect dialect = Dialect.ofUrl(options.url());
    Connection connection = connection(dialect, options);
    try {
      if (!dialect.lock(connection, options.timeoutMs())) {
        throw new SQLException(
            "another node uses this database, or a connection of this one's last run has not"
                + " ended");
      }
      requireNotOlder(connection);
      for (String table : dialect.ownTables()) {
        Dialect.execute(connection, table);
      }
      for (String function : dialect.ownFunctions()) {
        Dialect.execute(connection, function);
      }
      dialect.requireFit(connection, rules.transactionBytesMax());
      connection.setAutoCommit(false);
      Writer writer = new Writer(dialect, connection);
      writer.requireRules(rules);
      return writer;
    } catch (SQLException | RuntimeException e) {
      closeQuietly(connection);
      throw e;
    }
  }

  static Connection connection(Dialect dialect, DatabaseOptions options) throws SQLException {
    Connection connection = unprepared(dialect, options);
    try {
      prepare(connection, dialect, options);
      return connection;
    } catch (SQLException | RuntimeException e) {
      closeQuietly(connection);
      throw e;
    }
  }

  /** Has no limits yet. */
  static Connection unprepared(Dialect dialect, DatabaseOptions options) throws SQLException {
    Properties driver = dialect.driverProperties(options.timeoutMs(), options.answerMs());
    if (!options.user().isEmpty()) {
      driver.setProperty("user", options.user());
    }
    if (!options.password().isEmpty()) {
      driver.setProperty("password", options.password());
    }
    return DriverManager.getConnection(options.url(), driver);
  }

  static void prepare(Connection connection, Dialect dialect, DatabaseOptions options)
      throws SQLException {
    for (String sql : dialect.sessionSql(options.timeoutMs())) {
      Dialect.execute(connection, sql);
    }
  }

  /** Releases before versions were the chain's own kept no hashes of transactions' bodies. */
  private static void requireNotOlder(Connection connection) throws SQLException {
    Set<String> columns = new HashSet<>();
    try (ResultSet rows =
        connection
            .getMetaData()
            .getColumns(
                connection.getCatalog(), connection.getSchema(), Dialect.TRANSACTIONS, null)) {
      while (rows.next()) {
        columns.add(rows.getString("COLUMN_NAME"));
      }
    }
    if (!columns.isEmpty() && !columns.contains("body")) {
      throw new IllegalArgumentException(
          "the database was begun by an older release, whose chains this one doesn't continue;"
              + " make a new cluster, or run that release");
    }
  }

  /** The rules stand where the application hash before the first block does. */
  private void requireRules(Rules rules) throws SQLException {
    byte[] hash = rules.hash();
    String sql = "SELECT app_hash FROM " + Dialect.BLOCKS + " WHERE height = 0";
    Optional<byte[]> first = Statements.first(connection, sql, List.of(), row -> row.getBytes(1));
    if (first.isEmpty()) {
      recordBlock(0, hash);
      connection.commit();
    } else if (!Arrays.equals(first.get(), hash)) {
      throw new IllegalArgumentException(
          "the database began with other rules: relational.failure,"
              + " transaction.bytes.max, or names in cluster.json; put them back, or give the node"
              + " an empty database");
    }
  }

  Dialect dialect() {
    return dialect;
  }

  Connection connection() {
    return connection;
  }

  Statements statements() {
    return statements;
  }

  void recordBlock(long height, byte[] appHash) throws SQLException {
    statements.update(
        "INSERT INTO " + Dialect.BLOCKS + " (height, app_hash) VALUES (?, ?)",
        List.of(height, appHash));
  }

  /** Records what has become of them in a block. */
  void recordTransactions(long height, Collection<FreshTransaction> transactions)
      throws SQLException {
    try (PreparedStatement insert =
        connection.prepareStatement(
            "INSERT INTO %s (id, body, height, outcomes, detail) VALUES (?, ?, ?, ?, ?)"
                .formatted(Dialect.TRANSACTIONS))) {
      for (FreshTransaction each : transactions) {
        TransactionResult result = each.result(height);
        insert.setBytes(1, each.transaction.id().bytes());
        insert.setBytes(2, each.transaction.body().bytes());
        insert.setLong(3, height);
        insert.setBytes(4, result.outcomeBytes());
        insert.setString(5, result.detail());
        insert.addBatch();
      }
      insert.executeBatch();
    }
  }

  /** Records a decision that was followed. */
  void recordSkip(SkipDecision decision) throws SQLException {
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
  void requireFollowed(Skips skips, long height) throws SQLException {
    try {
      for (SkipDecision decision : skips.all()) {
        SkipStatement statement = decision.statement();
        if (statement.height() <= height && !isRecorded(statement)) {
          throw new IllegalArgumentException(
              ("block %d is to be skipped by a decision of skip.directory, and this database has"
                      + " executed it; remove the decision, or give the node an empty database")
                  .formatted(statement.height()));
        }
      }
    } finally {
      connection.rollback();
    }
  }

  private boolean isRecorded(SkipStatement statement) throws SQLException {
    String sql = "SELECT decision FROM " + Dialect.SKIPS + " WHERE height = ?";
    return Statements.first(connection, sql, List.of(statement.height()), row -> row.getString(1))
        .filter(text -> SkipDecision.parse(text).statement().equals(statement))
        .isPresent();
  }

  /** What is committed. */
  Committed committed() throws SQLException {
    String sql = "SELECT height, app_hash FROM " + Dialect.BLOCKS + " ORDER BY height DESC LIMIT 1";
    try {
      Committed last =
          Statements.first(
                  connection,
                  sql,
                  List.of(),
                  row -> new Committed(row.getLong(1), row.getBytes(2), Definitions.NONE))
              .orElseThrow();
      if (last.appHash().length != Hashes.BYTES) {
        throw new DatabaseFailure(
            Dialect.BLOCKS + " was changed: no hash at height " + last.height());
      }
      return new Committed(last.height(), last.appHash(), Definitions.read(connection));
    } finally {
      connection.rollback();
    }
  }

  /**
   * Undoes what is open.
   *
   * @return whether the connection can still be used
   */
  boolean rollback() {
    try {
      connection.rollback();
      return connection.isValid(ROLLBACK_MS / 1_000);
    } catch (SQLException e) {
      return false;
    }
  }

  @Override
  public void close() {
    closeQuietly(connection);
  }

  private static void closeQuietly(Connection connection) {
    try {
      connection.close();
    } catch (SQLException e) {
      // It is of no use any more, and the database ends what it has left.
    }
  }
}
