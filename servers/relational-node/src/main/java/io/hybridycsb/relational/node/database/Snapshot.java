package io.hybridycsb.relational.node.database;

import io.hybridycsb.relational.proto.ProcedureDefinition;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;

/**
 * All that a node's database holds at one height, whatever the node commits meanwhile. One cursor
 * at a time.
 */
public final class Snapshot implements AutoCloseable {
  private static final int ROWS_AT_A_TIME = 500;

  /**
   * A block that the node has committed.
   *
   * @param height 0: before the first one; the hash is then that of the rules
   */
  @SuppressWarnings("ArrayRecordComponent") // not compared
  public record BlockHash(long height, byte[] appHash) {}

  /**
   * A row.
   *
   * @param key by which the rows of a cursor rise, in the order of its bytes in UTF-8
   * @param hash of all that is in it
   */
  @SuppressWarnings("ArrayRecordComponent") // not compared
  public record HashedRow(String key, byte[] hash) {}

  private final Dialect dialect;
  private final Connection connection;
  private final long height;
  private final Definitions definitions;

  private Snapshot(Dialect dialect, Connection connection) throws SQLException {
    this.dialect = dialect;
    this.connection = connection;
    dialect.beginSnapshot(connection);
    try (PreparedStatement select =
            connection.prepareStatement("SELECT MAX(height) FROM " + Dialect.BLOCKS);
        ResultSet rows = select.executeQuery()) {
      rows.next();
      height = rows.getLong(1);
    }
    definitions = Definitions.read(connection);
  }

  /**
   * Connects to a node's database.
   *
   * @throws DatabaseFailure if that is not possible
   */
  public static Snapshot open(DatabaseOptions options) {
    Dialect dialect = Dialect.ofUrl(options.url());
    try {
      Connection connection = Writer.connection(dialect, options);
      try {
        return new Snapshot(dialect, connection);
      } catch (SQLException | RuntimeException e) {
        connection.close();
        throw e;
      }
    } catch (SQLException e) {
      throw new DatabaseFailure("the database " + options + ": " + Failures.reason(e), e);
    }
  }

  /** The last committed block with transactions. */
  public long height() {
    return height;
  }

  /** The defined tables and their fields. */
  public SortedMap<String, SortedSet<String>> tables() {
    return definitions.tables();
  }

  /** The names of defined procedures, and what they consist of. */
  public SortedMap<String, ProcedureDefinition> procedures() {
    return definitions.procedures().all();
  }

  /** The blocks with transactions, by rising height. */
  public List<BlockHash> blocks() {
    String sql = "SELECT height, app_hash FROM " + Dialect.BLOCKS + " ORDER BY height";
    try (PreparedStatement select = connection.prepareStatement(sql);
        ResultSet rows = select.executeQuery()) {
      List<BlockHash> blocks = new ArrayList<>();
      while (rows.next()) {
        blocks.add(new BlockHash(rows.getLong(1), rows.getBytes(2)));
      }
      return blocks;
    } catch (SQLException e) {
      throw failed(e);
    }
  }

  /**
   * The last blocks with transactions, by rising height.
   *
   * @param count at most so many
   */
  public List<BlockHash> lastBlocks(int count) {
    String sql =
        "SELECT height, app_hash FROM "
            + Dialect.BLOCKS
            + " WHERE height > 0 ORDER BY height DESC LIMIT ?";
    try (PreparedStatement select = connection.prepareStatement(sql)) {
      select.setInt(1, count);
      List<BlockHash> blocks = new ArrayList<>();
      try (ResultSet rows = select.executeQuery()) {
        while (rows.next()) {
          blocks.add(new BlockHash(rows.getLong(1), rows.getBytes(2)));
        }
      }
      Collections.reverse(blocks);
      return blocks;
    } catch (SQLException e) {
      throw failed(e);
    }
  }

  private static DatabaseFailure failed(SQLException e) {
    return new DatabaseFailure("the database: " + Failures.reason(e), e);
  }

  /** Reads one row of a cursor. */
  private interface RowReader {
    HashedRow read(ResultSet row) throws SQLException;
  }

  /** The rows of a table. */
  public final class Cursor implements AutoCloseable {
    private final PreparedStatement select;
    private final ResultSet rows;
    private final RowReader reader;

    private Cursor(String sql, RowReader reader) {
      this.reader = reader;
      PreparedStatement prepared = null;
      try {
        prepared = connection.prepareStatement(sql);
        // Otherwise the driver fetches all of it before it shows any.
        prepared.setFetchSize(ROWS_AT_A_TIME);
        rows = prepared.executeQuery();
        select = prepared;
      } catch (SQLException e) {
        closeQuietly(prepared);
        throw failed(e);
      }
    }

    /** The next row, or null. */
    public HashedRow next() {
      try {
        return rows.next() ? reader.read(rows) : null;
      } catch (SQLException e) {
        throw failed(e);
      }
    }

    @Override
    public void close() {
      closeQuietly(select);
    }
  }

  private static void closeQuietly(AutoCloseable resource) {
    try {
      if (resource != null) {
        resource.close();
      }
    } catch (Exception e) {
      // Nothing more is read from it.
    }
  }

  /** The records of a defined table. */
  public Cursor records(String table) {
    List<String> fields = List.copyOf(tables().get(table));
    return new Cursor(
        dialect.all(table, fields),
        row -> {
          SortedMap<String, byte[]> values = new TreeMap<>();
          for (int i = 0; i < fields.size(); i++) {
            byte[] value = row.getBytes(i + 3);
            if (value != null) {
              values.put(fields.get(i), value);
            }
          }
          String key = row.getString(1);
          return new HashedRow(key, RowHash.of(RowHash.ADDED, table, key, row.getLong(2), values));
        });
  }

  /** What became of transactions, by their ids in hex. */
  public Cursor transactions() {
    return new Cursor(
        "SELECT id, height, outcomes FROM " + Dialect.TRANSACTIONS + " ORDER BY id",
        row -> {
          String id = HexFormat.of().formatHex(row.getBytes(1));
          SortedMap<String, byte[]> values = new TreeMap<>();
          values.put("outcomes", row.getBytes(3));
          return new HashedRow(
              id, RowHash.of(RowHash.ADDED, Dialect.TRANSACTIONS, id, row.getLong(2), values));
        });
  }

  @Override
  public void close() {
    closeQuietly(connection);
  }
}
