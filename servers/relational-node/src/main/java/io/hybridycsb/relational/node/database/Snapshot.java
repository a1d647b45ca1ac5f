package io.hybridycsb.relational.node.database;

import io.hybridycsb.relational.node.definition.Definitions;
import io.hybridycsb.relational.node.dialect.DatabaseFailure;
import io.hybridycsb.relational.node.dialect.Dialect;
import io.hybridycsb.relational.node.dialect.RowHash;
import io.hybridycsb.relational.node.dialect.Statements;
import io.hybridycsb.relational.node.skip.Skips;
import io.hybridycsb.relational.proto.ProcedureDefinition;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
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
  private static final long PAGE_BLOCKS = 5_000;

  /** A transaction has thousands of outcomes at most. */
  private static final long PAGE_TRANSACTIONS = 500;

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

    private static <T> Page<T> of(List<T> rows, long limit) {
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
    dialect.traits().locks().beginSnapshot(connection);
    height = Dialect.number(connection, "SELECT MAX(height) FROM " + Dialect.BLOCKS);
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
    return Page.of(ask(sql, List.of(after, upTo, PAGE_BLOCKS), Snapshot::block), PAGE_BLOCKS);
  }

  private <T> List<T> ask(String sql, List<?> arguments, Statements.Reader<T> reader) {
    return asked.ask(() -> Statements.query(connection, sql, arguments, reader));
  }

  private static BlockHash block(ResultSet row) throws SQLException {
    return new BlockHash(row.getLong(1), row.getBytes(2));
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
    List<BlockHash> blocks = ask(sql, List.of((long) count), Snapshot::block);
    Collections.reverse(blocks);
    return blocks;
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
    SortedSet<String> fields =
        new TreeSet<>(Statements.query(connection, sql, List.of(table), row -> row.getString(1)));
    // That of the table itself.
    return fields.remove("") ? Optional.of(List.copyOf(fields)) : Optional.empty();
  }

  private Page<HashedRow> records(String table, List<String> fields, Optional<String> after)
      throws SQLException {
    int rowBytes = RowHash.VALUE_BYTES_MAX * (fields.size() + 1);
    int limit = Math.min(PAGE_ROWS_MAX, PAGE_BYTES / rowBytes);
    List<HashedRow> page =
        Statements.query(
            connection,
            dialect.page(table, fields, after.isPresent()),
            List.of(after.orElse(""), (long) limit),
            row -> hashed(table, fields, row));
    Optional<String> last = after;
    for (HashedRow row : page) {
      requireAfter(last, row.key(), table);
      last = Optional.of(row.key());
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
    byte[] from = HexFormat.of().parseHex(after.orElse(""));
    return Page.of(
        ask(sql, List.of(from, PAGE_TRANSACTIONS), Snapshot::transaction), PAGE_TRANSACTIONS);
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
    String sql = "SELECT height, decision FROM " + Dialect.SKIPS + " ORDER BY height LIMIT ?";
    SortedMap<Long, String> skips = new TreeMap<>();
    ask(
        sql,
        List.of((long) Skips.DECISIONS_MAX),
        row -> skips.put(row.getLong(1), row.getString(2)));
    return skips;
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
