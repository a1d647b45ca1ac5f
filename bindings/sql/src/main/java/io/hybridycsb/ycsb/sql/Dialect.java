package io.hybridycsb.ycsb.sql;

import io.hybridycsb.ycsb.support.Procedure;
import java.sql.Connection;
import java.sql.Driver;
import java.sql.SQLException;
import java.util.Collection;
import java.util.Optional;
import java.util.Properties;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The differences between databases: their drivers, their SQL, and what their errors mean. A record
 * is a row: {@link #KEY}, {@link #VERSION}, and a column for each field.
 */
abstract class Dialect {
  static final String KEY = "ycsb_key";

  /** Of {@code RecordVersion}, for transactions; no field. */
  static final String VERSION = "ycsb_version";

  private final Driver driver;
  private final String title;
  private final String urlStart;
  private final String fieldType;
  private final int nameLengthMax;

  /**
   * @param title how the database is called in messages
   * @param urlStart what its addresses begin with
   * @param fieldType of a field's column
   * @param nameLengthMax how long a table's or a column's name may be, as {@link #lengthOf} counts
   */
  Dialect(Driver driver, String title, String urlStart, String fieldType, int nameLengthMax) {
    this.driver = driver;
    this.title = title;
    this.urlStart = urlStart;
    this.fieldType = fieldType;
    this.nameLengthMax = nameLengthMax;
  }

  final String title() {
    return title;
  }

  final String urlStart() {
    return urlStart;
  }

  final int nameLengthMax() {
    return nameLengthMax;
  }

  /** Connects once; null if the driver takes no such address. */
  final Connection connect(String url, Properties driverProperties) throws SQLException {
    return driver.connect(url, driverProperties);
  }

  /** The driver's properties that bound its waiting, and that make it prepare statements. */
  abstract Properties driverProperties(int timeoutS);

  /**
   * The first statement of a connection: it limits the waits for locks, idle transactions, and,
   * with half a second more, statements. So a wait for a lock ends by its own limit.
   */
  abstract String sessionSql(int timeoutS);

  /** How many bytes the arguments of a statement may have; it doesn't say so in time by itself. */
  abstract long argumentBytesMax(Connection connection) throws SQLException;

  /** What an error of a statement means, as far as the error itself tells. */
  abstract Failure failure(SQLException e);

  /** Whether the same attempt to connect may succeed a moment later. */
  abstract boolean mayConnectLater(SQLException e);

  /** A name as an identifier, whatever is in it. */
  abstract String quoted(String name);

  /** The length of a name, in the unit in which the database limits it. */
  abstract int lengthOf(String name);

  abstract String createTable(String table, Collection<String> fields);

  /** Makes the record consist of these fields alone, or else changes no row: it is there. */
  abstract String insertAlone(String table, Collection<String> fields);

  /** Sets these fields, of a new record if there is none. */
  abstract String merge(String table, Collection<String> fields);

  /** Whether a transaction should lock the row that it reads in order to write it. */
  abstract boolean locksBeforeWrite(SqlProperties.Isolation isolation);

  /** Makes a procedure as a function of the database, unless it is there. */
  abstract String createProcedure(Procedure procedure);

  /** Calls it. Arguments: its own. */
  final String call(Procedure procedure) {
    return "SELECT "
        + function(procedure)
        + procedure.parameters().stream()
            .map(parameter -> "?")
            .collect(Collectors.joining(", ", "(", ")"));
  }

  /** Its name as an identifier. A procedure has another name if it has another text. */
  String function(Procedure procedure) {
    return quoted("hybrid_ycsb_" + procedure.name());
  }

  /** Adds the columns that a table lacks. */
  String addColumns(String table, Collection<String> fields) {
    return "ALTER TABLE "
        + quoted(table)
        + fields.stream()
            .map(field -> " ADD COLUMN IF NOT EXISTS " + column(field))
            .collect(Collectors.joining(","));
  }

  /** A field's column, as it is declared. */
  private String column(String field) {
    return quoted(field) + " " + fieldType;
  }

  /** The columns of fields, as they are declared after others. */
  final String declared(Collection<String> fields) {
    return fields.stream().map(field -> ", " + column(field)).collect(Collectors.joining());
  }

  /** A procedure's parameters, as they are declared. */
  final String parameters(Procedure procedure) {
    return procedure.parameters().stream()
        .map(parameter -> parameter.name() + " " + type(parameter.type()))
        .collect(Collectors.joining(", ", "(", ")"));
  }

  /** The database's name of a parameter's type. */
  abstract String type(Procedure.Type type);

  /**
   * The query that tells, given a table's name, whether there is such a table, and that fails if it
   * is not to be used; empty if every table is.
   */
  Optional<String> tableCheck() {
    return Optional.empty();
  }

  final String select(String table) {
    return "SELECT * FROM " + quoted(table) + whereKey();
  }

  final String scan(String table) {
    String key = quoted(KEY);
    return "SELECT * FROM %s WHERE %s >= ? ORDER BY %s LIMIT ?".formatted(quoted(table), key, key);
  }

  /** Arguments: key, version, the fields' values. */
  final String insert(String table, Collection<String> fields) {
    return "INSERT INTO " + row(table, fields);
  }

  /** Arguments: version, the fields' values, key. */
  final String update(String table, Collection<String> fields) {
    return "UPDATE "
        + quoted(table)
        + " SET "
        + columns(fields).skip(1).map(column -> column + " = ?").collect(Collectors.joining(", "))
        + whereKey();
  }

  final String delete(String table) {
    return "DELETE FROM " + quoted(table) + whereKey();
  }

  final String row(String table, Collection<String> fields) {
    return quoted(table)
        + columns(fields).collect(Collectors.joining(", ", " (", ")"))
        + columns(fields).map(column -> "?").collect(Collectors.joining(", ", " VALUES (", ")"));
  }

  private Stream<String> columns(Collection<String> fields) {
    return Stream.concat(Stream.of(KEY, VERSION), fields.stream()).map(this::quoted);
  }

  private String whereKey() {
    return " WHERE " + quoted(KEY) + " = ?";
  }

  static String stateOf(SQLException e) {
    return e.getSQLState() == null ? "" : e.getSQLState();
  }
}
