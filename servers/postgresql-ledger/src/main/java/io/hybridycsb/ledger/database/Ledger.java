package io.hybridycsb.ledger.database;

import java.sql.Array;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Arrays;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.postgresql.Driver;

/**
 * A ledger and the tables that it watches, all as of one instant: writers go on meanwhile. Its
 * memory is that of a few rows.
 */
public final class Ledger implements AutoCloseable {
  /** A large object's, as ledger.sql has it. */
  private static final long HEAD_OBJECT = 1_279_607_154;

  private static final int CONNECT_TIMEOUT_S = 10;

  /** Each may be as large as records are. */
  private static final int ROWS_AT_ONCE = 50;

  private static final String HISTORY =
      "SELECT number, transaction_id, table_name, key, operation, contents, encode(hash, 'hex')"
          + " FROM ledger.history";

  /** In the forms in which the triggers have written the history. */
  private static final String FORMS =
      "SET search_path = pg_catalog, pg_temp; SET bytea_output = hex; SET timezone = 'UTC';"
          + " SET intervalstyle = postgres; SET extra_float_digits = 1";

  private static final String TABLES =
      """
      SELECT c.oid::regclass::text,
        (SELECT min(a.attname::text) FROM pg_index i
          JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = ANY (i.indkey)
          WHERE i.indrelid = c.oid AND i.indisprimary HAVING count(*) = 1),
        ARRAY(SELECT t.tgname::text FROM pg_trigger t
          WHERE t.tgrelid = c.oid AND t.tgfoid = 'ledger.record_change'::regproc),
        ARRAY(SELECT t.tgname::text FROM pg_trigger t
          WHERE t.tgrelid = c.oid AND t.tgfoid = 'ledger.record_change'::regproc
            AND t.tgenabled IN ('O', 'A'))
      FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
      WHERE c.relkind = 'r' AND n.nspname NOT IN ('pg_catalog', 'information_schema', 'ledger')
      """;

  private final Connection connection;

  private Ledger(Connection connection) {
    this.connection = connection;
  }

  /**
   * Connects.
   *
   * @param url as in {@code jdbc:postgresql://HOST:PORT/DATABASE}
   * @param user empty for the driver's default
   * @param password empty for none
   * @param timeoutS how long the database may take for an answer
   * @throws SQLException if there is no such database, or no ledger in it
   */
  public static Ledger open(String url, String user, String password, int timeoutS)
      throws SQLException {
    Properties driver = new Properties();
    driver.setProperty("connectTimeout", Integer.toString(CONNECT_TIMEOUT_S));
    driver.setProperty("loginTimeout", Integer.toString(CONNECT_TIMEOUT_S));
    driver.setProperty("socketTimeout", Integer.toString(timeoutS));
    driver.setProperty("ApplicationName", "hybrid-ycsb audit");
    if (!user.isEmpty()) {
      driver.setProperty("user", user);
    }
    if (!password.isEmpty()) {
      driver.setProperty("password", password);
    }
    Connection connection = new Driver().connect(url, driver);
    if (connection == null) {
      throw new SQLException("no address of a PostgreSQL: it must begin with jdbc:postgresql:");
    }
    Ledger ledger = new Ledger(connection);
    try (Statement statement = connection.createStatement()) {
      statement.execute(FORMS);
      connection.setReadOnly(true);
      connection.setTransactionIsolation(Connection.TRANSACTION_REPEATABLE_READ);
      connection.setAutoCommit(false);
      ledger.newest();
      return ledger;
    } catch (SQLException e) {
      ledger.close();
      throw e;
    }
  }

  /**
   * What the database says of the chain's end.
   *
   * @param transactions how many there were
   */
  public record Newest(Head head, long transactions) {}

  public Newest newest() throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet row =
            statement.executeQuery(
                "SELECT convert_from(lo_get(%d), 'UTF8')".formatted(HEAD_OBJECT))) {
      row.next();
      String[] parts = row.getString(1).split(" ", -1);
      return new Newest(new Head(Long.parseLong(parts[0]), parts[3]), Long.parseLong(parts[1]));
    } catch (ArrayIndexOutOfBoundsException | IllegalArgumentException e) {
      throw new SQLException("the ledger's head is damaged", e);
    }
  }

  /** All changes after a row, in their order. */
  public Rows<HistoryRow> historyAfter(long number) throws SQLException {
    PreparedStatement statement =
        connection.prepareStatement(HISTORY + " WHERE number > ? ORDER BY number");
    statement.setLong(1, number);
    return rows(statement, Ledger::historyRow);
  }

  /** The row of this number. */
  public Optional<HistoryRow> historyRow(long number) throws SQLException {
    PreparedStatement statement = connection.prepareStatement(HISTORY + " WHERE number = ?");
    statement.setLong(1, number);
    return first(rows(statement, Ledger::historyRow));
  }

  /** The newest change of each record, by table and key, in the order of their bytes. */
  public Rows<HistoryRow> newestChanges() throws SQLException {
    return rows(
        connection.prepareStatement(
            HISTORY.replace("SELECT", "SELECT DISTINCT ON (table_name, key)")
                + " ORDER BY table_name, key, number DESC"),
        Ledger::historyRow);
  }

  /** The newest change of a record. */
  public Optional<HistoryRow> newestChange(String table, String key) throws SQLException {
    PreparedStatement statement =
        connection.prepareStatement(
            HISTORY + " WHERE table_name = ? AND key = ? ORDER BY number DESC LIMIT 1");
    statement.setString(1, table);
    statement.setString(2, key);
    return first(rows(statement, Ledger::historyRow));
  }

  private static HistoryRow historyRow(ResultSet rows) throws SQLException {
    return new HistoryRow(
        rows.getLong(1),
        rows.getLong(2),
        rows.getString(3),
        rows.getString(4),
        rows.getString(5),
        rows.getString(6),
        rows.getString(7));
  }

  /** The users' tables, by name, in the order of their bytes. */
  public SortedMap<String, WatchedTable> tables() throws SQLException {
    SortedMap<String, WatchedTable> tables = new TreeMap<>(ByBytes.ORDER);
    try (Rows<WatchedTable> found =
        rows(connection.prepareStatement(TABLES), Ledger::watchedTable)) {
      for (Optional<WatchedTable> one = found.next(); one.isPresent(); one = found.next()) {
        tables.put(one.get().name(), one.get());
      }
    }
    return tables;
  }

  private static WatchedTable watchedTable(ResultSet rows) throws SQLException {
    return new WatchedTable(
        rows.getString(1),
        Optional.ofNullable(rows.getString(2)),
        texts(rows.getArray(3)),
        texts(rows.getArray(4)));
  }

  private static Set<String> texts(Array array) throws SQLException {
    return Arrays.stream((Object[]) array.getArray())
        .map(String::valueOf)
        .collect(Collectors.toUnmodifiableSet());
  }

  /**
   * A table's records, by key, in the order of their bytes.
   *
   * @param table one of {@link #tables}
   * @param key the column of its primary key
   */
  public Rows<CurrentRecord> records(String table, String key) throws SQLException {
    PreparedStatement statement =
        connection.prepareStatement(current(table) + " ORDER BY (record ->> ?) COLLATE \"C\"");
    statement.setString(1, key);
    statement.setString(2, key);
    return rows(statement, Ledger::currentRecord);
  }

  /** One of them. */
  public Optional<CurrentRecord> record(String table, String key, String value)
      throws SQLException {
    PreparedStatement statement =
        connection.prepareStatement(current(table) + " WHERE record ->> ? = ?");
    statement.setString(1, key);
    statement.setString(2, key);
    statement.setString(3, value);
    return first(rows(statement, Ledger::currentRecord));
  }

  private static String current(String table) {
    return "SELECT record ->> ?, record::text FROM (SELECT to_jsonb(t) AS record FROM %s t) r"
        .formatted(table);
  }

  private static CurrentRecord currentRecord(ResultSet rows) throws SQLException {
    return new CurrentRecord(rows.getString(1), rows.getString(2));
  }

  /** A table in the schema {@code public}, as the history names it. */
  public String nameOf(String table) throws SQLException {
    PreparedStatement statement = connection.prepareStatement("SELECT format('public.%I', ?)");
    statement.setString(1, table);
    return first(rows(statement, row -> row.getString(1))).orElseThrow();
  }

  private static <T> Rows<T> rows(PreparedStatement statement, Rows.Reader<T> reader)
      throws SQLException {
    try {
      statement.setFetchSize(ROWS_AT_ONCE);
      return new Rows<>(statement, statement.executeQuery(), reader);
    } catch (SQLException e) {
      statement.close();
      throw e;
    }
  }

  private static <T> Optional<T> first(Rows<T> rows) throws SQLException {
    try (rows) {
      return rows.next();
    }
  }

  @Override
  public void close() throws SQLException {
    connection.close();
  }
}
