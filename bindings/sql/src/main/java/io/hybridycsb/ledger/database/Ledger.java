package io.hybridycsb.ledger.database;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Savepoint;
import java.sql.Statement;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.postgresql.Driver;

/**
 * A ledger and the tables that it watches, all as of one instant: writers go on meanwhile. Its
 * memory is that of a few rows.
 */
public final class Ledger implements AutoCloseable {
  /** The order of texts in PostgreSQL's collation C. */
  public static final Comparator<String> BY_BYTES =
      (a, b) -> Arrays.compareUnsigned(a.getBytes(UTF_8), b.getBytes(UTF_8));

  /** A large object's, as ledger.sql has it. */
  private static final long HEAD_OBJECT = 1_279_607_154;

  private static final int CONNECT_TIMEOUT_S = 10;

  private static final int ROWS_AT_ONCE = 50;

  /** How the large object looks: number, transactions, the last one's id, hash. */
  private static final Pattern HEAD =
      Pattern.compile("([0-9]{1,18}) ([0-9]{1,18}) [0-9]{1,19} ([0-9a-f]{64}) *");

  private static final int HEAD_BYTES = 128;

  /** The state of errors about data. */
  private static final String DAMAGED = "22000";

  /** Classes of errors after which nothing can be read: no connection, no memory, no time. */
  private static final Set<String> LOST = Set.of("08", "53", "57");

  /** Rows come many at once if they have no more bytes, and one by one otherwise. */
  private static final int BYTES_OF_MANY_MAX = 64 * 1024;

  private static final String SIZE =
      "(coalesce(octet_length(table_name), 0) + coalesce(octet_length(key), 0)::bigint"
          + " + coalesce(octet_length(operation), 0) + coalesce(octet_length(contents), 0)"
          + " + coalesce(octet_length(hash), 0))";

  /** A row and its place; without the texts that are long, if it has too many bytes. */
  private static final String HISTORY =
      Stream.of("table_name", "key", "operation", "contents", "hash")
          .map(
              column ->
                  ", CASE WHEN %s <= %%1$d OR octet_length(%s) <= %d THEN %s END"
                      .formatted(
                          SIZE,
                          column,
                          BYTES_OF_MANY_MAX,
                          column.equals("hash") ? "encode(hash, 'hex')" : column))
          .collect(
              Collectors.joining(
                  "",
                  "SELECT coalesce(number, 0), coalesce(transaction_id, 0)",
                  ", " + SIZE + ", ctid::text FROM ledger.history"));

  private static final String MANY = HISTORY.formatted(BYTES_OF_MANY_MAX);

  /**
   * In the forms in which the triggers have written the history, whatever the role's own settings
   * are. The driver has the deadline; but who locks a table is not to stop what comes after it.
   */
  private static final String FORMS =
      "SET statement_timeout = 0; SET lock_timeout = '60s'; SET idle_in_transaction_session_timeout = 0;"
          + " SET role = none; SET search_path = pg_catalog, pg_temp; SET quote_all_identifiers = off;"
          + " SET standard_conforming_strings = on; SET bytea_output = hex; SET timezone = 'UTC';"
          + " SET intervalstyle = postgres; SET extra_float_digits = 1; SET datestyle = iso, mdy;"
          + " SET lc_monetary = 'C'; SET row_security = off";

  /** Of the ledger.sql that this release has. */
  private static final int VERSION = 2;

  /** Of PostgreSQL: since then a role may be allowed to change a setting. */
  private static final int VERSION_WITH_SETTINGS_RIGHTS = 15;

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
      ledger.requireVersion();
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

  /**
   * @throws SQLException also if the large object isn't as the ledger writes it
   */
  public Newest newest() throws SQLException {
    String text =
        one(
            "SELECT convert_from(lo_get(%d, 0, %d), 'UTF8')"
                .formatted(HEAD_OBJECT, HEAD_BYTES + 1));
    Matcher head = HEAD.matcher(text);
    if (text.length() != HEAD_BYTES || !head.matches()) {
      throw new SQLException("it is damaged: " + Words.shown(text.strip()), DAMAGED);
    }
    return new Newest(
        new Head(Long.parseLong(head.group(1)), head.group(3)), Long.parseLong(head.group(2)));
  }

  private String one(String query) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(query)) {
      row.next();
      return row.getString(1);
    }
  }

  private void requireVersion() throws SQLException {
    if (one("SELECT to_regclass('ledger.history')") == null) {
      throw new SQLException("there is no ledger in this database: run ledger.sql in it first");
    }
    boolean hasVersion = one("SELECT to_regprocedure('ledger.version()')") != null;
    if (!hasVersion || Integer.parseInt(one("SELECT ledger.version()")) != VERSION) {
      throw new SQLException(
          "the ledger in this database is of another release: run the ledger.sql of this one in"
              + " it, as a superuser");
    }
  }

  /** Something that is read, of what may be damaged. */
  @FunctionalInterface
  public interface Reading {
    void read() throws SQLException;
  }

  /**
   * Reads. If the database answers with an error, tells it, and what is not damaged can be read
   * further on.
   *
   * @return what is wrong, in a line; empty if all was read
   * @throws SQLException if the database can't be asked any more
   */
  public Optional<String> trying(Reading reading) throws SQLException {
    Savepoint before = connection.setSavepoint();
    try {
      reading.read();
      connection.releaseSavepoint(before);
      return Optional.empty();
    } catch (SQLException e) {
      if (e.getSQLState() == null || LOST.contains(e.getSQLState().substring(0, 2))) {
        throw e;
      }
      connection.rollback(before);
      return Optional.of(
          Words.shown(String.valueOf(e.getMessage()).lines().findFirst().orElse(e.toString())));
    }
  }

  /** All changes, by their numbers; those that have none come last, with 0. */
  public Rows<HistoryRow> history() throws SQLException {
    return rows(this::historyRow, MANY + " ORDER BY number NULLS LAST");
  }

  /** All changes after a row, in their order. */
  public Rows<HistoryRow> historyAfter(long number) throws SQLException {
    return rows(this::historyRow, MANY + " WHERE number > ? ORDER BY number", number);
  }

  /** The row of this number. */
  public Optional<HistoryRow> historyRow(long number) throws SQLException {
    return first(this::historyRow, MANY + " WHERE number = ?", number);
  }

  /** The newest change of each record, by table and key, in the order of their bytes. */
  public Rows<HistoryRow> newestChanges() throws SQLException {
    return rows(
        this::historyRow,
        MANY.replaceFirst(
                "SELECT", "SELECT DISTINCT ON (table_name COLLATE \"C\", key COLLATE \"C\")")
            + " WHERE octet_length(table_name) <= %1$d AND key IS NOT NULL AND (octet_length(key) <= %1$d OR %2$s <= %3$d)"
                .formatted(BYTES_OF_MANY_MAX, SIZE, HistoryRow.BYTES_MAX)
            + " ORDER BY table_name COLLATE \"C\", key COLLATE \"C\", number DESC NULLS LAST");
  }

  /** The newest change of a record. */
  public Optional<HistoryRow> newestChange(String table, String key) throws SQLException {
    return first(
        this::historyRow,
        MANY + " WHERE table_name = ? AND key = ? ORDER BY number DESC LIMIT 1",
        table,
        key);
  }

  /** Reads a row of {@link #MANY}, whose texts are read for themselves if there are many bytes. */
  private HistoryRow historyRow(ResultSet rows) throws SQLException {
    long bytes = rows.getLong(8);
    if (bytes <= BYTES_OF_MANY_MAX) {
      return wholeRow(rows);
    }
    return first(
            Ledger::wholeRow,
            HISTORY.formatted(HistoryRow.BYTES_MAX) + " WHERE ctid = ?::tid",
            rows.getString(9))
        .orElseThrow();
  }

  private static HistoryRow wholeRow(ResultSet rows) throws SQLException {
    String hash = rows.getString(7);
    return new HistoryRow(
        rows.getLong(1),
        rows.getLong(2),
        rows.getString(3),
        rows.getString(4),
        rows.getString(5),
        rows.getString(6),
        hash == null ? "" : hash,
        rows.getLong(8));
  }

  /** The users' tables, by name, in the order of their bytes. */
  public SortedMap<String, UserTable> tables() throws SQLException {
    SortedMap<String, UserTable> tables = new TreeMap<>(BY_BYTES);
    try (Rows<UserTable> found = rows(Catalogue::table, Catalogue.TABLES)) {
      for (Optional<UserTable> one = found.next(); one.isPresent(); one = found.next()) {
        tables.put(one.get().name(), one.get());
      }
    }
    return tables;
  }

  /** What the ledger is made of, each thing by its name with the hash of its definition. */
  public Rows<Map.Entry<String, String>> definitions() throws SQLException {
    return rows(row -> Map.entry(row.getString(1), row.getString(2)), Catalogue.DEFINITIONS);
  }

  /** Who or what may get round the ledger, other than superusers; a line each. */
  public Rows<String> loopholes() throws SQLException {
    return rows(
        row -> row.getString(1),
        connection.getMetaData().getDatabaseMajorVersion() < VERSION_WITH_SETTINGS_RIGHTS
            ? Catalogue.LOOPHOLES
            : Catalogue.SETTING_LOOPHOLES);
  }

  /** The owners of the database and of the schema public who are no superusers; may be empty. */
  public String owners() throws SQLException {
    return one(Catalogue.OWNERS);
  }

  /**
   * A table's records, by key, in the order of their bytes.
   *
   * @param table one of {@link #tables}
   * @param key the column of its primary key
   */
  public Rows<CurrentRecord> records(String table, String key) throws SQLException {
    return rows(
        row -> currentRecord(row, table, key),
        "SELECT * FROM (%s OFFSET 0) sorted ORDER BY key COLLATE \"C\""
            .formatted(current(table, BYTES_OF_MANY_MAX, "")),
        key);
  }

  /** One of them. */
  public Optional<CurrentRecord> record(String table, String key, String value)
      throws SQLException {
    return first(
        Ledger::currentRecord,
        current(table, HistoryRow.BYTES_MAX, "WHERE to_jsonb(t) ->> ? = ?"),
        key,
        key,
        value);
  }

  /** {@code OFFSET} keeps a record from being made again for each use of it. */
  private static String current(String table, int bytesMax, String where) {
    return """
        SELECT key, CASE WHEN octet_length(contents) <= %d THEN contents END AS contents,
          octet_length(contents) AS bytes, place
        FROM (
          SELECT record ->> ? AS key, record::text AS contents, place
          FROM (SELECT to_jsonb(t) AS record, ctid::text AS place FROM %s t %s OFFSET 0) made
          OFFSET 0) texts"""
        .formatted(bytesMax, table, where);
  }

  private CurrentRecord currentRecord(ResultSet rows, String table, String key)
      throws SQLException {
    if (rows.getLong(3) <= BYTES_OF_MANY_MAX) {
      return currentRecord(rows);
    }
    return first(
            Ledger::currentRecord,
            current(table, HistoryRow.BYTES_MAX, "WHERE ctid = ?::tid"),
            key,
            rows.getString(4))
        .orElseThrow();
  }

  private static CurrentRecord currentRecord(ResultSet rows) throws SQLException {
    return new CurrentRecord(rows.getString(1), rows.getString(2), rows.getLong(3));
  }

  /** A table in the schema {@code public}, as the history names it. */
  public String nameOf(String table) throws SQLException {
    return first(row -> row.getString(1), "SELECT format('public.%I', ?)", table).orElseThrow();
  }

  private <T> Rows<T> rows(Rows.Reader<T> reader, String query, Object... arguments)
      throws SQLException {
    PreparedStatement statement = connection.prepareStatement(query);
    try {
      for (int i = 0; i < arguments.length; i++) {
        statement.setObject(i + 1, arguments[i]);
      }
      statement.setFetchSize(ROWS_AT_ONCE);
      return new Rows<>(statement, statement.executeQuery(), reader);
    } catch (SQLException e) {
      statement.close();
      throw e;
    }
  }

  private <T> Optional<T> first(Rows.Reader<T> reader, String query, Object... arguments)
      throws SQLException {
    try (Rows<T> rows = rows(reader, query, arguments)) {
      return rows.next();
    }
  }

  @Override
  public void close() throws SQLException {
    connection.close();
  }
}
