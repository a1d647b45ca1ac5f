package io.hybridycsb.veritas.stores.sql;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import com.zaxxer.hikari.pool.HikariPool.PoolInitializationException;
import io.hybridycsb.veritas.core.spi.StateBatch;
import io.hybridycsb.veritas.core.spi.StateEntry;
import io.hybridycsb.veritas.core.spi.StateLostException;
import io.hybridycsb.veritas.core.spi.StateStore;
import io.hybridycsb.veritas.core.spi.StateWrite;
import io.hybridycsb.veritas.core.spi.StoreException;
import java.nio.ByteBuffer;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The state in a relational database: table {@code veritas_state} from key to value, and the
 * applied height in {@code veritas_meta}. A batch and its height are one transaction.
 */
public final class SqlStateStore implements StateStore {
  private static final int READ_KEYS_MAX = 256;
  private static final int WRITE_ROWS_MAX = 512;

  private static final String CREATE_META_TABLE =
      "CREATE TABLE IF NOT EXISTS veritas_meta (id INT PRIMARY KEY, height BIGINT NOT NULL)";
  private static final String DELETE = "DELETE FROM veritas_state WHERE k = ?";
  private static final String SCAN =
      "SELECT k, v FROM veritas_state WHERE k >= ? AND k < ? ORDER BY k LIMIT ?";
  private static final String HEIGHT = "SELECT height FROM veritas_meta WHERE id = 1";
  private static final String FIRST_HEIGHT =
      "INSERT INTO veritas_meta (id, height)"
          + " SELECT 1, 0 WHERE NOT EXISTS (SELECT 1 FROM veritas_meta)";
  private static final String ADVANCE =
      "UPDATE veritas_meta SET height = ? WHERE id = 1 AND height BETWEEN ? AND ?";

  private final SqlOptions options;
  private final SqlDialect dialect;
  private final HikariDataSource pool;

  /** The writer's. */
  private long applied;

  private volatile boolean lost;

  private SqlStateStore(SqlOptions options) {
    this.options = options;
    dialect = SqlDialect.ofUrl(options.url());
    try {
      pool = new HikariDataSource(poolConfig(options));
    } catch (PoolInitializationException e) {
      throw new StoreException(describe() + " can't be reached: " + rootMessage(e), e);
    }
  }

  /**
   * Connects to a database and takes over the state it holds, or creates the tables.
   *
   * @throws StoreException if it can't be reached
   */
  public static SqlStateStore open(SqlOptions options) {
    SqlStateStore store = new SqlStateStore(options);
    try {
      store.applied = store.inTransaction(store::prepareTables);
      return store;
    } catch (RuntimeException e) {
      store.close();
      throw e;
    }
  }

  private static HikariConfig poolConfig(SqlOptions options) {
    HikariConfig config = new HikariConfig();
    config.setPoolName("veritas-state");
    config.setJdbcUrl(options.url());
    config.setUsername(options.user());
    config.setPassword(options.password());
    config.setMaximumPoolSize(options.connections());
    config.setConnectionTimeout(options.timeoutMs());
    config.setInitializationFailTimeout(options.timeoutMs());
    return config;
  }

  private static String rootMessage(Throwable e) {
    Throwable root = e;
    while (root.getCause() != null) {
      root = root.getCause();
    }
    return root.getMessage();
  }

  private long prepareTables(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(dialect.createStateTable());
      statement.execute(CREATE_META_TABLE);
      statement.executeUpdate(FIRST_HEIGHT);
    }
    return readHeight(connection);
  }

  @Override
  public List<byte[]> getAll(List<byte[]> keys) {
    requireIntact();
    return withConnection(
        connection -> {
          List<byte[]> values = new ArrayList<>(keys.size());
          for (int start = 0; start < keys.size(); start += READ_KEYS_MAX) {
            int end = Math.min(start + READ_KEYS_MAX, keys.size());
            addValues(connection, keys.subList(start, end), values);
          }
          return values;
        });
  }

  private void addValues(Connection connection, List<byte[]> keys, List<byte[]> values)
      throws SQLException {
    // Few statement texts, so that the database's cache of plans serves all sizes.
    int slots = keys.size() == 1 ? 1 : Integer.highestOneBit(keys.size() - 1) * 2;
    String sql = "SELECT k, v FROM veritas_state WHERE k IN (?" + ", ?".repeat(slots - 1) + ")";
    Map<ByteBuffer, byte[]> found = new HashMap<>();
    try (PreparedStatement select = prepare(connection, sql)) {
      for (int i = 0; i < slots; i++) {
        select.setBytes(i + 1, keys.get(Math.min(i, keys.size() - 1)));
      }
      try (ResultSet rows = select.executeQuery()) {
        while (rows.next()) {
          found.put(ByteBuffer.wrap(rows.getBytes(1)), rows.getBytes(2));
        }
      }
    }
    for (byte[] key : keys) {
      values.add(found.get(ByteBuffer.wrap(key)));
    }
  }

  @Override
  public List<StateEntry> scan(byte[] from, byte[] to, int limit) {
    requireIntact();
    if (limit == 0 || Arrays.compareUnsigned(from, to) >= 0) {
      return List.of();
    }
    return withConnection(
        connection -> {
          List<StateEntry> entries = new ArrayList<>();
          try (PreparedStatement select = prepare(connection, SCAN)) {
            select.setBytes(1, from);
            select.setBytes(2, to);
            select.setInt(3, limit);
            try (ResultSet rows = select.executeQuery()) {
              while (rows.next()) {
                entries.add(new StateEntry(rows.getBytes(1), rows.getBytes(2)));
              }
            }
          }
          return entries;
        });
  }

  @Override
  public void apply(StateBatch batch) {
    requireIntact();
    if (batch.height() < applied) {
      throw new IllegalArgumentException(
          "batch of height " + batch.height() + " comes after height " + applied);
    }
    inTransaction(
        connection -> {
          advance(connection, batch.height());
          writeAll(connection, batch.writes());
          return null;
        });
    applied = batch.height();
  }

  /** A commit whose outcome wasn't told may have brought the height up to the batch's. */
  private void advance(Connection connection, long height) throws SQLException {
    try (PreparedStatement update = prepare(connection, ADVANCE)) {
      update.setLong(1, height);
      update.setLong(2, applied);
      update.setLong(3, height);
      if (update.executeUpdate() == 1) {
        return;
      }
    }
    long found = readHeight(connection);
    if (found < applied) {
      lost = true;
      throw new StateLostException(describe(), applied);
    }
    throw new StoreException(
        describe()
            + " is at height "
            + found
            + ", above that of the batch, "
            + height
            + ": something else writes to it");
  }

  private void writeAll(Connection connection, List<StateWrite> writes) throws SQLException {
    try (PreparedStatement upsert = prepare(connection, dialect.upsert());
        PreparedStatement delete = prepare(connection, DELETE)) {
      int upserts = 0;
      int deletes = 0;
      for (StateWrite write : writes) {
        if (write.isDelete()) {
          delete.setBytes(1, write.key());
          delete.addBatch();
          deletes++;
        } else {
          upsert.setBytes(1, write.key());
          upsert.setBytes(2, write.value());
          upsert.addBatch();
          upserts++;
        }
        if (upserts == WRITE_ROWS_MAX) {
          upsert.executeBatch();
          upserts = 0;
        }
      }
      if (upserts > 0) {
        upsert.executeBatch();
      }
      if (deletes > 0) {
        delete.executeBatch();
      }
    }
  }

  @Override
  public long appliedHeight() {
    requireIntact();
    return withConnection(this::readHeight);
  }

  private long readHeight(Connection connection) throws SQLException {
    try (PreparedStatement select = prepare(connection, HEIGHT);
        ResultSet rows = select.executeQuery()) {
      return rows.next() ? rows.getLong(1) : -1;
    }
  }

  @Override
  public void clear() {
    applied =
        inTransaction(
            connection -> {
              try (Statement statement = connection.createStatement()) {
                statement.executeUpdate("DELETE FROM veritas_state");
                statement.executeUpdate("DELETE FROM veritas_meta");
                statement.executeUpdate(FIRST_HEIGHT);
              }
              return 0L;
            });
    lost = false;
  }

  private PreparedStatement prepare(Connection connection, String sql) throws SQLException {
    PreparedStatement statement = connection.prepareStatement(sql);
    statement.setQueryTimeout(options.timeoutMs() / 1_000);
    return statement;
  }

  private void requireIntact() {
    if (lost) {
      throw new StateLostException(describe(), applied);
    }
  }

  private interface Work<T> {
    T on(Connection connection) throws SQLException;
  }

  private <T> T withConnection(Work<T> work) {
    try (Connection connection = pool.getConnection()) {
      return work.on(connection);
    } catch (SQLException e) {
      throw new StoreException(describe() + ": " + e.getMessage(), e);
    }
  }

  private <T> T inTransaction(Work<T> work) {
    return withConnection(
        connection -> {
          // The pool switches it on again, and rolls back what wasn't committed.
          connection.setAutoCommit(false);
          T result = work.on(connection);
          connection.commit();
          return result;
        });
  }

  @Override
  public String describe() {
    return "sql " + options.shortUrl();
  }

  @Override
  public void close() {
    pool.close();
  }
}
