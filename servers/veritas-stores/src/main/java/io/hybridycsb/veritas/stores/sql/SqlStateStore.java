package io.hybridycsb.veritas.stores.sql;

import io.hybridycsb.veritas.core.spi.StateBatch;
import io.hybridycsb.veritas.core.spi.StateEntry;
import io.hybridycsb.veritas.core.spi.StateWrite;
import io.hybridycsb.veritas.core.spi.StoreException;
import io.hybridycsb.veritas.stores.database.DatabaseStateStore;
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
 * The state in a relational database that one node has to itself: table {@code veritas_state} from
 * key to value, and the applied height in the one row of {@code veritas_meta}.
 *
 * <p>A batch and its height are one transaction. It changes the row of the height first: a
 * transaction that an abandoned connection left behind holds that row, so that no two writers ever
 * mix. Every read brings the height along in the same statement; where it is lower than what was
 * confirmed, or gone, the database has lost state.
 */
public final class SqlStateStore extends DatabaseStateStore {
  private static final int WRITE_ROWS_MAX = 512;
  private static final long WRITE_BYTES_MAX = 4L << 20;

  private static final String CREATE_META_TABLE =
      "CREATE TABLE IF NOT EXISTS veritas_meta (id INT PRIMARY KEY, height BIGINT NOT NULL)";
  private static final String DELETE = "DELETE FROM veritas_state WHERE k = ?";
  private static final String SELECT =
      "SELECT m.height, s.k, s.v FROM veritas_meta m LEFT JOIN veritas_state s ON s.k IN (";
  private static final String SCAN =
      "SELECT m.height, s.k, s.v FROM veritas_meta m LEFT JOIN"
          + " (SELECT k, v FROM veritas_state WHERE k >= ? AND k < ? ORDER BY k LIMIT ?) s"
          + " ON 1 = 1 WHERE m.id = 1 ORDER BY s.k";
  private static final String HEIGHT = "SELECT height FROM veritas_meta WHERE id = 1";
  private static final String ADVANCE =
      "UPDATE veritas_meta SET height = ? WHERE id = 1 AND height BETWEEN ? AND ?";

  private final SqlDialect dialect;
  private final SqlConnections connections;

  private SqlStateStore(SqlOptions options) {
    dialect = SqlDialect.ofUrl(options.url());
    connections = new SqlConnections(options);
  }

  /**
   * Connects to a database and takes over the state it holds, or creates the tables.
   *
   * @throws StoreException if it can't be reached
   */
  public static SqlStateStore open(SqlOptions options) {
    SqlStateStore store = new SqlStateStore(options);
    store.takeOver(
        () ->
            store.connections.call(
                connection -> {
                  store.dialect.requireRoomForValues(connection);
                  store.createTables(connection);
                  return readHeight(connection);
                }));
    return store;
  }

  private void createTables(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(dialect.createStateTable());
      statement.execute(CREATE_META_TABLE);
    }
  }

  @Override
  protected List<byte[]> valuesOf(List<byte[]> keys) {
    // Few statement texts, so that the database's cache of plans serves all sizes.
    int slots = keys.size() == 1 ? 1 : Integer.highestOneBit(keys.size() - 1) * 2;
    String sql = SELECT + "?" + ", ?".repeat(slots - 1) + ") WHERE m.id = 1";
    List<StateEntry> entries =
        intact(
            now ->
                read(
                    now,
                    sql,
                    select -> {
                      for (int i = 0; i < slots; i++) {
                        select.setBytes(i + 1, keys.get(Math.min(i, keys.size() - 1)));
                      }
                    }));
    Map<ByteBuffer, byte[]> found = new HashMap<>();
    entries.forEach(entry -> found.put(ByteBuffer.wrap(entry.key()), entry.value()));
    return keys.stream().map(key -> found.get(ByteBuffer.wrap(key))).toList();
  }

  @Override
  public List<StateEntry> scan(byte[] from, byte[] to, int limit) {
    if (limit == 0 || Arrays.compareUnsigned(from, to) >= 0) {
      return List.of();
    }
    return intact(
        now ->
            read(
                now,
                SCAN,
                select -> {
                  select.setBytes(1, from);
                  select.setBytes(2, to);
                  select.setInt(3, limit);
                }));
  }

  private interface Arguments {
    void set(PreparedStatement statement) throws SQLException;
  }

  /** Runs a query for height, key and value, where no entry is one row without key and value. */
  private List<StateEntry> read(Era now, String sql, Arguments arguments) {
    long confirmed = now.applied();
    return connections.call(
        connection -> {
          List<StateEntry> entries = new ArrayList<>();
          long height = -1;
          try (PreparedStatement select = connection.prepareStatement(sql)) {
            arguments.set(select);
            try (ResultSet rows = select.executeQuery()) {
              while (rows.next()) {
                height = rows.getLong(1);
                byte[] key = rows.getBytes(2);
                if (key != null) {
                  entries.add(new StateEntry(key, rows.getBytes(3)));
                }
              }
            }
          }
          requireConfirmed(now, height, confirmed);
          return entries;
        });
  }

  @Override
  public void apply(StateBatch batch) {
    intact(
        now -> {
          batch.requireNotBefore(now.applied());
          connections.inTransaction(
              connection -> {
                advance(connection, now, batch.height());
                writeAll(connection, batch.writes());
                return null;
              });
          now.confirm(batch.height());
          return null;
        });
  }

  /** A commit without a known outcome may already have raised the height to the batch's. */
  private void advance(Connection connection, Era now, long height) throws SQLException {
    try (PreparedStatement update = connection.prepareStatement(ADVANCE)) {
      update.setLong(1, height);
      update.setLong(2, now.applied());
      update.setLong(3, height);
      if (update.executeUpdate() == 1) {
        return;
      }
    }
    long found = readHeight(connection);
    requireConfirmed(now, found, now.applied());
    throw writtenByOthers(found, height);
  }

  private void writeAll(Connection connection, List<StateWrite> writes) throws SQLException {
    try (PreparedStatement upsert = connection.prepareStatement(dialect.upsert());
        PreparedStatement delete = connection.prepareStatement(DELETE)) {
      int upserts = 0;
      long bytes = 0;
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
          bytes += write.key().length + write.value().length;
        }
        if (upserts == WRITE_ROWS_MAX || bytes > WRITE_BYTES_MAX) {
          upsert.executeBatch();
          upserts = 0;
          bytes = 0;
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
    return intact(
        now -> {
          long confirmed = now.applied();
          long height = connections.call(SqlStateStore::readHeight);
          requireConfirmed(now, height, confirmed);
          return height;
        });
  }

  /** Below 0 if there is none. */
  private static long readHeight(Connection connection) throws SQLException {
    try (PreparedStatement select = connection.prepareStatement(HEIGHT);
        ResultSet rows = select.executeQuery()) {
      return rows.next() ? rows.getLong(1) : -1;
    }
  }

  /** Removes the height first, so that a half-emptied state isn't taken for a whole one. */
  @Override
  protected void empty() {
    connections.call(
        connection -> {
          createTables(connection);
          try (Statement statement = connection.createStatement()) {
            // Waits for a transaction that an abandoned connection may have left behind.
            statement.executeUpdate("DELETE FROM veritas_meta");
            statement.execute("TRUNCATE TABLE veritas_state");
            statement.executeUpdate("INSERT INTO veritas_meta (id, height) VALUES (1, 0)");
          }
          return null;
        });
  }

  private interface Call<T> {
    T on(Era now);
  }

  private <T> T intact(Call<T> call) {
    Era now = intactEra();
    try {
      return call.on(now);
    } catch (StoreException e) {
      if (e.getCause() instanceof SQLException cause && isTableMissing(cause)) {
        throw lost(now);
      }
      throw e;
    }
  }

  private static boolean isTableMissing(SQLException e) {
    String state = e.getSQLState() == null ? "" : e.getSQLState();
    return state.equals("42P01") || state.startsWith("42S0");
  }

  @Override
  public String describe() {
    return connections.describe();
  }

  @Override
  public void close() {
    connections.close();
  }
}
