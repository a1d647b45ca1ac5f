package io.hybridycsb.relational.node.database;

import com.google.protobuf.ByteString;
import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.hybridycsb.relational.node.database.ChainDatabase.Committed;
import io.hybridycsb.relational.node.dialect.Dialect;
import io.hybridycsb.relational.node.dialect.Statements;
import io.hybridycsb.relational.proto.Field;
import io.hybridycsb.relational.proto.ReadReply;
import io.hybridycsb.relational.proto.Record;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** Reads what is committed, over a few connections that can't write. For many threads. */
public final class Reads implements AutoCloseable {
  /** Records of a scan, at most. */
  public static final int COUNT_MAX = 10_000;

  /** Below what clients take. */
  private static final int REPLY_BYTES_MAX = 16 << 20;

  private static final int COMMIT_TRIES = 2_000;
  private static final long COMMIT_PAUSE_NS = TimeUnit.MILLISECONDS.toNanos(1);

  /** How long a connection on which a read failed may take to answer at all. */
  private static final int CHECK_SECONDS = 1;

  private final Dialect dialect;
  private final ChainDatabase database;
  private final HikariDataSource pool;

  /** What is asked on a connection. */
  private interface Question<T> {
    T on(Connection connection) throws SQLException;
  }

  /** Connects when it is first used. */
  public Reads(DatabaseOptions options, ChainDatabase database) {
    this.dialect = Dialect.ofUrl(options.url());
    this.database = database;
    HikariConfig config = new HikariConfig();
    config.setPoolName("reads");
    config.setJdbcUrl(options.url());
    if (!options.user().isEmpty()) {
      config.setUsername(options.user());
    }
    if (!options.password().isEmpty()) {
      config.setPassword(options.password());
    }
    config.setMaximumPoolSize(options.connections());
    config.setConnectionTimeout(Math.max(250, options.timeoutMs()));
    config.setInitializationFailTimeout(-1);
    config.setReadOnly(true);
    // Each read is one statement. Said here, because the pool otherwise asks its first connection
    // for the isolation, and makes no connection ever again if the database dies meanwhile.
    config.setTransactionIsolation("TRANSACTION_READ_COMMITTED");
    config.setConnectionInitSql(dialect.readSessionSql(options.timeoutMs()));
    // The statements' own limit is the timeout.
    dialect
        .driverProperties(options.timeoutMs(), 2 * options.timeoutMs())
        .forEach((name, value) -> config.addDataSourceProperty((String) name, value));
    pool = new HikariDataSource(config);
  }

  /**
   * A record, or records by rising key.
   *
   * @param count at most so many; 0: the record of this key alone
   * @throws SQLException if the database can't be asked
   * @throws IllegalArgumentException if the answer would be too long
   */
  public ReadReply read(String table, String key, int count) throws SQLException {
    for (int attempt = 0; attempt < COMMIT_TRIES; attempt++) {
      Committed now = database.committed();
      ReadReply reply = read(now, table, key, count);
      // Otherwise a block was being committed, whose definitions aren't known here yet.
      if (reply.getHeight() <= now.height()) {
        return reply;
      }
      LockSupport.parkNanos(COMMIT_PAUSE_NS);
    }
    throw new SQLException("a commit takes long");
  }

  private ReadReply read(Committed now, String table, String key, int count) throws SQLException {
    Optional<SortedSet<String>> fields = now.definitions().fields(table);
    if (fields.isEmpty() || key.indexOf('\0') >= 0) {
      return ReadReply.newBuilder().setHeight(now.height()).build();
    }
    boolean scan = count > 0;
    List<String> names = List.copyOf(fields.get());
    return ask(
        connection -> {
          try (PreparedStatement select =
              connection.prepareStatement(dialect.read(table, names, scan))) {
            select.setString(1, key);
            if (scan) {
              select.setInt(2, Math.min(count, COUNT_MAX));
            }
            try (ResultSet rows = select.executeQuery()) {
              return reply(rows, names);
            }
          }
        });
  }

  /**
   * The answer to a question. The pool doesn't check a connection that was used or made just
   * before, so it may be one that the database closed when it died. Then the others are, too: all
   * are given up, and the question is asked once more.
   */
  private <T> T ask(Question<T> question) throws SQLException {
    try (Connection connection = pool.getConnection()) {
      try {
        return question.on(connection);
      } catch (SQLException e) {
        if (connection.isValid(CHECK_SECONDS)) {
          throw e;
        }
        pool.evictConnection(connection);
      }
    }
    pool.getHikariPoolMXBean().softEvictConnections();
    try (Connection connection = pool.getConnection()) {
      return question.on(connection);
    }
  }

  private static ReadReply reply(ResultSet rows, List<String> names) throws SQLException {
    ReadReply.Builder reply = ReadReply.newBuilder();
    long bytes = 0;
    while (rows.next()) {
      reply.setHeight(rows.getLong(1));
      String key = rows.getString(2);
      if (key == null) {
        continue;
      }
      Record.Builder record = Record.newBuilder().setKey(key).setVersion(rows.getLong(3));
      for (int i = 0; i < names.size(); i++) {
        byte[] value = rows.getBytes(i + 4);
        if (value != null) {
          record.addFields(
              Field.newBuilder().setName(names.get(i)).setValue(ByteString.copyFrom(value)));
        }
      }
      Record done = record.build();
      bytes += done.getSerializedSize();
      if (bytes > REPLY_BYTES_MAX) {
        throw new IllegalArgumentException(
            "the records have more than %d bytes; ask for fewer".formatted(REPLY_BYTES_MAX));
      }
      reply.addRecords(done);
    }
    return reply.build();
  }

  /**
   * What became of a transaction, if it is in the chain.
   *
   * @throws SQLException if the database can't be asked
   */
  public Optional<TransactionResult> find(TransactionId id) throws SQLException {
    return recorded(id).map(RecordedTransaction::result);
  }

  /**
   * What became of a transaction, if one of its id is in the chain; without effect if it is not
   * that one.
   *
   * @throws SQLException if the database can't be asked
   */
  public Optional<TransactionResult> find(BlockTransaction transaction) throws SQLException {
    return recorded(transaction.id()).map(first -> first.resultOf(transaction));
  }

  private Optional<RecordedTransaction> recorded(TransactionId id) throws SQLException {
    return ask(
        connection ->
            Statements.first(
                connection,
                RecordedTransaction.query(1),
                List.of(id.bytes()),
                RecordedTransaction::read));
  }

  /** A failure for people. */
  public static String reason(SQLException e) {
    return "the node's database: " + Dialect.reason(e);
  }

  @Override
  public void close() {
    pool.close();
  }
}
