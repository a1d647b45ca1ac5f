package io.hybridycsb.relational.node.database;

import io.hybridycsb.relational.node.skip.Skips;
import io.hybridycsb.relational.proto.ProcedureDefinition;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * What a node's database holds at one height, whatever the node commits meanwhile. A table that was
 * read stays locked against definitions until the snapshot is closed. Every method throws {@link
 * DatabaseFailure} if the database can't be asked.
 */
public final class Snapshot implements AutoCloseable {
  /** Bytes of a page, about, where all values are long. */
  private static final int PAGE_BYTES = 4 << 20;

  private static final int PAGE_ROWS_MAX = 5_000;
  private static final int PAGE_BLOCKS = 5_000;

  /** A transaction has thousands of outcomes at most. */
  private static final int PAGE_TRANSACTIONS = 500;

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
   * @param key by which the rows of a page rise, in the order of its bytes in UTF-8
   * @param hash of all that is in it
   */
  @SuppressWarnings("ArrayRecordComponent") // not compared
  public record HashedRow(String key, byte[] hash) {}

  /**
   * Some rows.
   *
   * @param isLast whether there are no rows after them
   */
  public record Page<T>(List<T> rows, boolean isLast) {
    public Page {
      rows = List.copyOf(rows);
    }

    private static <T> Page<T> of(List<T> rows, int limit) {
      return new Page<>(rows, rows.size() < limit);
    }
  }

  private final Dialect dialect;
  private final DatabaseOptions options;
  private final SnapshotConnection asked;
  private final Connection connection;
  private final long height;

  Snapshot(
      Dialect dialect, DatabaseOptions options, SnapshotConnection asked, Connection connection)
      throws SQLException {
    this.dialect = dialect;
    this.options = options;
    this.asked = asked;
    this.connection = connection;
    dialect.locks().beginSnapshot(connection);
    try (PreparedStatement select =
            connection.prepareStatement("SELECT MAX(height) FROM " + Dialect.BLOCKS);
        ResultSet rows = select.executeQuery()) {
      rows.next();
      height = rows.getLong(1);
    }
  }

  /** The last committed block with transactions. */
  public long height() {
    return height;
  }

  /** The defined tables and their fields. */
  public SortedMap<String, SortedSet<String>> tables() {
    return asked.ask(() -> Definitions.read(connection).tables());
  }

  /** The names of defined procedures, and what they consist of. */
  public SortedMap<String, ProcedureDefinition> procedures() {
    return asked.ask(() -> Definitions.read(connection).procedures().definitions());
  }

  /** Blocks with transactions, by rising height, after a height and up to another. */
  public Page<BlockHash> blocks(long after, long upTo) {
    String sql =
        "SELECT height, app_hash FROM "
            + Dialect.BLOCKS
            + " WHERE height > ? AND height <= ? ORDER BY height LIMIT ?";
    return asked.ask(
        () -> {
          try (PreparedStatement select = connection.prepareStatement(sql)) {
            select.setLong(1, after);
            select.setLong(2, upTo);
            select.setInt(3, PAGE_BLOCKS);
            return Page.of(blocks(select), PAGE_BLOCKS);
          }
        });
  }

  private static List<BlockHash> blocks(PreparedStatement select) throws SQLException {
    List<BlockHash> blocks = new ArrayList<>();
    try (ResultSet rows = select.executeQuery()) {
      while (rows.next()) {
        blocks.add(new BlockHash(rows.getLong(1), rows.getBytes(2)));
      }
    }
    return blocks;
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
    return asked.ask(
        () -> {
          try (PreparedStatement select = connection.prepareStatement(sql)) {
            select.setInt(1, count);
            List<BlockHash> blocks = blocks(select);
            Collections.reverse(blocks);
            return blocks;
          }
        });
  }

  /**
   * Records of a table by rising key; empty if the table isn't defined.
   *
   * @param after the key after which they begin; empty: with the first
   */
  public Optional<Page<HashedRow>> records(String table, Optional<String> after) {
    return asked.ask(
        () -> {
          Optional<List<String>> fields = fields(table);
          return fields.isEmpty()
              ? Optional.empty()
              : Optional.of(records(table, fields.get(), after));
        });
  }

  private Optional<List<String>> fields(String table) throws SQLException {
    String sql = "SELECT field_name FROM " + Dialect.FIELDS + " WHERE table_name = ?";
    try (PreparedStatement select = connection.prepareStatement(sql)) {
      select.setString(1, table);
      SortedSet<String> fields = new TreeSet<>();
      try (ResultSet rows = select.executeQuery()) {
        while (rows.next()) {
          fields.add(rows.getString(1));
        }
      }
      // That of the table itself.
      return fields.remove("") ? Optional.of(List.copyOf(fields)) : Optional.empty();
    }
  }

  private Page<HashedRow> records(String table, List<String> fields, Optional<String> after)
      throws SQLException {
    int rowBytes = RowHash.VALUE_BYTES_MAX * (fields.size() + 1);
    int limit = Math.min(PAGE_ROWS_MAX, PAGE_BYTES / rowBytes);
    List<HashedRow> page = new ArrayList<>();
    try (PreparedStatement select =
        connection.prepareStatement(dialect.page(table, fields, after.isPresent()))) {
      select.setString(1, after.orElse(""));
      select.setInt(2, limit);
      try (ResultSet rows = select.executeQuery()) {
        while (rows.next()) {
          HashedRow row = hashed(table, fields, rows);
          Optional<String> last =
              page.isEmpty() ? after : Optional.of(page.get(page.size() - 1).key());
          requireAfter(last, row.key(), table);
          page.add(row);
        }
      }
    }
    return Page.of(page, limit);
  }

  private static HashedRow hashed(String table, List<String> fields, ResultSet row)
      throws SQLException {
    SortedMap<String, RowHash.Value> values = new TreeMap<>();
    for (int i = 0; i < fields.size(); i++) {
      byte[] shown = row.getBytes(2 * i + 3);
      if (shown != null) {
        values.put(fields.get(i), new RowHash.Value(row.getInt(2 * i + 4), shown));
      }
    }
    String key = row.getString(1);
    return new HashedRow(key, RowHash.ofValues(RowHash.ADDED, table, key, row.getLong(2), values));
  }

  /** Pages go on after their last key, so that it has to be the greatest. */
  private void requireAfter(Optional<String> last, String key, String table) {
    if (last.isPresent()
        && Arrays.compareUnsigned(
                last.get().getBytes(StandardCharsets.UTF_8), key.getBytes(StandardCharsets.UTF_8))
            >= 0) {
      throw new DatabaseFailure(
          "the database %s: the keys of table %s are not in the order of their bytes: %s, %s"
              .formatted(options, table, last.get(), key));
    }
  }

  /**
   * What became of transactions, by their rising ids in hex.
   *
   * @param after the id after which they begin; empty: with the first
   */
  public Page<HashedRow> transactions(Optional<String> after) {
    String sql =
        "SELECT id, body, height, outcomes FROM "
            + Dialect.TRANSACTIONS
            + " WHERE id %s ? ORDER BY id LIMIT ?".formatted(after.isPresent() ? ">" : ">=");
    return asked.ask(
        () -> {
          List<HashedRow> page = new ArrayList<>();
          try (PreparedStatement select = connection.prepareStatement(sql)) {
            select.setBytes(1, HexFormat.of().parseHex(after.orElse("")));
            select.setInt(2, PAGE_TRANSACTIONS);
            try (ResultSet rows = select.executeQuery()) {
              while (rows.next()) {
                page.add(transaction(rows));
              }
            }
          }
          return Page.of(page, PAGE_TRANSACTIONS);
        });
  }

  private static HashedRow transaction(ResultSet row) throws SQLException {
    String id = HexFormat.of().formatHex(row.getBytes(1));
    SortedMap<String, byte[]> values = new TreeMap<>();
    values.put("body", row.getBytes(2));
    values.put("outcomes", row.getBytes(4));
    return new HashedRow(
        id, RowHash.of(RowHash.ADDED, Dialect.TRANSACTIONS, id, row.getLong(3), values));
  }

  /** The decisions on blocks that were skipped, by height; {@link Skips#DECISIONS_MAX} at most. */
  public SortedMap<Long, String> skips() {
    return asked.ask(
        () -> {
          SortedMap<Long, String> skips = new TreeMap<>();
          try (PreparedStatement select =
                  connection.prepareStatement(
                      "SELECT height, decision FROM "
                          + Dialect.SKIPS
                          + " ORDER BY height LIMIT "
                          + Skips.DECISIONS_MAX);
              ResultSet rows = select.executeQuery()) {
            while (rows.next()) {
              skips.put(rows.getLong(1), rows.getString(2));
            }
          }
          return skips;
        });
  }

  @Override
  public void close() {
    try {
      asked.ask(
          () -> {
            Dialect.execute(connection, "ROLLBACK");
            return null;
          });
    } catch (DatabaseFailure e) {
      // The next one finds that the connection is lost.
    }
  }
}
