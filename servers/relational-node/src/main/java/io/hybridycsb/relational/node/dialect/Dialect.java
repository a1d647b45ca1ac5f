package io.hybridycsb.relational.node.dialect;

import io.hybridycsb.relational.node.procedure.Language;
import io.hybridycsb.relational.node.procedure.Procedure;
import io.hybridycsb.relational.proto.ProcedureDefinition;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Properties;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The differences between databases. A record is a row: {@link #KEY}, {@link #VERSION}, and a
 * column for each field, as the bindings for these databases have it.
 */
public abstract class Dialect {
  public static final String KEY = Language.KEY;
  public static final String VERSION = Language.VERSION_COLUMN;

  /** Begins the names of what the node itself has in the database. */
  public static final String OWN = "relational_";

  /** Characters of a key, at most. */
  public static final int KEY_LENGTH_MAX = Language.KEY_CHARACTERS_MAX;

  /** Gathering hashes takes the square of their number: PostgreSQL 3 ms a row with 5,000 rows. */
  public static final int CALL_ROWS_MAX = 2_000;

  /** A row that is changed has two hashes. A trigger refuses more. */
  public static final int CALL_HASHES_MAX = 2 * CALL_ROWS_MAX;

  public static final String TOO_MANY_ROWS = "a call changes too many rows";

  /**
   * Of the rows that a call adds, changes and removes, as it finds and as it leaves them: so many
   * that few legitimate calls come near, and few enough for a server. A row has 16 MiB at most
   * ({@code Rules}).
   */
  public static final int CALL_BYTES_MAX = 64 << 20;

  public static final String TOO_MANY_BYTES =
      "a call adds, changes and removes rows of more than %d bytes".formatted(CALL_BYTES_MAX);

  /** Rows of a statement, at most. */
  public static final int ROWS_MAX = 128;

  /** Arguments of a statement; both databases take 65,535. */
  public static final int ARGUMENTS_MAX = 32_000;

  /** After so many bytes of values a statement takes no further row. */
  public static final int STATEMENT_BYTES = 1 << 20;

  public static final String BLOCKS = OWN + "blocks";
  public static final String TRANSACTIONS = OWN + "transactions";
  public static final String FIELDS = OWN + "fields";
  public static final String PROCEDURES = OWN + "procedures";
  public static final String SKIPS = OWN + "skips";

  private final Traits traits;

  /**
   * In what databases differ by a word.
   *
   * @param quote around a name
   * @param schema in which tables are made, as an expression
   * @param definitionsCommit whether a definition ends the transaction in which it is made
   * @param sha256 of a field that it names, as bytes
   * @param locks how it is waited for locks
   */
  public record Traits(
      String urlStart,
      char quote,
      String schema,
      boolean definitionsCommit,
      String sha256,
      Locks locks) {}

  Dialect(Traits traits) {
    this.traits = traits;
  }

  public final Traits traits() {
    return traits;
  }

  public static Dialect ofUrl(String url) {
    for (Dialect dialect : List.of(new PostgresqlDialect(), new MariaDbDialect())) {
      if (url.startsWith(dialect.traits.urlStart())) {
        return dialect;
      }
    }
    // The given value isn't shown: it may hold a password.
    throw new IllegalArgumentException(
        "database.url starts with jdbc:postgresql: or with jdbc:mariadb:");
  }

  /**
   * The driver's properties that bound its waiting.
   *
   * @param timeoutMs to connect
   * @param answerMs for an answer, after which the connection is given up
   */
  public abstract Properties driverProperties(int timeoutMs, int answerMs);

  /** The first statements of a connection: they limit statements and the waits for locks. */
  public abstract List<String> sessionSql(int timeoutMs);

  /** The first statement of a connection for reads. */
  public abstract String readSessionSql(int timeoutMs);

  /**
   * Keeps other writers out for as long as the connection lives.
   *
   * @return whether nobody else holds it
   */
  public abstract boolean lock(Connection connection, int timeoutMs) throws SQLException;

  /**
   * Checks that the database takes all texts, and statements of so many bytes.
   *
   * @throws IllegalArgumentException if not; the message says what to set
   */
  public abstract void requireFit(Connection connection, int bytes) throws SQLException;

  /** Makes the node's own tables unless they are there. */
  public abstract List<String> ownTables();

  public static String ownTable(String name, String columns) {
    return "CREATE TABLE IF NOT EXISTS %s (%s)".formatted(name, columns);
  }

  /** Makes the functions that procedures and triggers call; a definition may end a transaction. */
  public abstract List<String> ownFunctions();

  /**
   * Makes the table, its columns and its triggers, whichever of them aren't there.
   *
   * @param rowBytesMax bytes of a row's fields, at most; a trigger refuses more
   */
  public abstract List<String> define(String table, SortedSet<String> fields, int rowBytesMax);

  public static String rowTooLarge(int rowBytesMax) {
    return "the fields of a row have more than %d bytes".formatted(rowBytesMax);
  }

  /** Adds the columns that aren't there yet; nothing for no field. */
  public final List<String> addColumns(String table, SortedSet<String> fields, String type) {
    return fields.isEmpty()
        ? List.of()
        : List.of(
            fields.stream()
                .map(field -> "ADD COLUMN IF NOT EXISTS %s %s".formatted(quoted(field), type))
                .collect(Collectors.joining(", ", "ALTER TABLE " + quoted(table) + " ", "")));
  }

  /** The bytes of a row's fields. */
  public final String bytes(String row, SortedSet<String> fields) {
    return Stream.concat(
            Stream.of("0"),
            fields.stream()
                .map(field -> "coalesce(octet_length(%s.%s), 0)".formatted(row, quoted(field))))
        .collect(Collectors.joining(" + "));
  }

  /** Makes the procedure as a function, whatever there was. */
  public abstract List<String> define(ProcedureDefinition definition, Procedure parsed);

  /** No trigger's function has such a name: names of tables have no colon. */
  public static String function(ProcedureDefinition procedure) {
    return "relational:" + procedure.getName();
  }

  /**
   * What a procedure has done.
   *
   * @param value what it has returned; null if its own rules forbid it
   * @param hashes of rows that were added and removed, one after the other in any order
   * @param bytes of fields that it went through, and of rows that it has found and left
   */
  @SuppressWarnings("ArrayRecordComponent") // not compared
  public record Called(Long value, byte[] hashes, long bytes) {}

  /**
   * How many bytes of fields the call went through, and of rows it had written, that has failed.
   */
  public abstract long bytes(Statements statements, SQLException e) throws SQLException;

  /** What is done before the first of several calls of procedures. */
  public abstract void beginCalls(Connection connection) throws SQLException;

  /**
   * Executes a procedure, in one round trip.
   *
   * @param version of the rows that it adds or changes, whatever it sets itself
   */
  public abstract Called call(
      Statements statements, ProcedureDefinition procedure, List<Object> arguments, long version)
      throws SQLException;

  /** Undoes the last call, which has failed, or is not to have been. */
  public abstract void undoCall(Connection connection) throws SQLException;

  /** So many of them, for arguments. */
  public static String questionMarks(int arguments) {
    return String.join(", ", Collections.nCopies(arguments, "?"));
  }

  /** A row to be written, with the fields that have values. */
  public record WrittenRow(String key, long version, SortedMap<String, byte[]> values) {}

  /**
   * Writes rows of different keys over what is there.
   *
   * @param fields what is written of each, without a value too
   */
  public abstract void upsert(
      Statements statements, String table, List<String> fields, List<WrittenRow> rows)
      throws SQLException;

  /**
   * The statement that does it.
   *
   * @param rows where the values are
   * @param taken how a column's new value is called, with a placeholder for the column
   */
  public final String upsert(
      String table, List<String> fields, String rows, String onConflict, String taken) {
    return "INSERT INTO %s (%s) %s %s %s"
        .formatted(
            quoted(table),
            columns(fields).collect(Collectors.joining(", ")),
            rows,
            onConflict,
            columns(fields)
                .skip(1)
                .map(column -> column + " = " + taken.formatted(column))
                .collect(Collectors.joining(", ")));
  }

  /** The keys and versions of records, and how long these fields are. Arguments: so many keys. */
  public final String versions(String table, Collection<String> fields, int keys) {
    return "SELECT %1$s, %2$s%3$s FROM %4$s WHERE %1$s IN (%5$s)"
        .formatted(
            quoted(KEY),
            quoted(VERSION),
            fields.stream()
                .map(field -> ", octet_length(" + quoted(field) + ")")
                .collect(Collectors.joining()),
            quoted(table),
            questionMarks(keys));
  }

  /**
   * The same arguments, the last of them repeated, so that there are 1, 2, 4, 8 or so: few
   * statements serve all numbers.
   */
  public static <T> List<T> padded(Collection<T> arguments) {
    List<T> padded = new ArrayList<>(arguments);
    while (Integer.bitCount(padded.size()) > 1) {
      padded.add(padded.get(padded.size() - 1));
    }
    return padded;
  }

  /** Arguments: so many keys. */
  public final String delete(String table, int keys) {
    return "DELETE FROM %s WHERE %s IN (%s)"
        .formatted(quoted(table), quoted(KEY), questionMarks(keys));
  }

  /**
   * The last block's height and a record, from one snapshot. Rows without a record have a null key.
   * Arguments: first key; with a count, how many.
   */
  public final String read(String table, Collection<String> fields, boolean scan) {
    String row =
        scan
            ? "(SELECT * FROM %1$s WHERE %2$s >= ? ORDER BY %2$s LIMIT ?) r ON 1 = 1"
                .formatted(quoted(table), quoted(KEY))
            : "%1$s r ON r.%2$s = ?".formatted(quoted(table), quoted(KEY));
    return "SELECT b.height, "
        + columns(fields).map(column -> "r." + column).collect(Collectors.joining(", "))
        + " FROM (SELECT MAX(height) AS height FROM "
        + BLOCKS
        + ") b LEFT JOIN "
        + row
        + (scan ? " ORDER BY r." + quoted(KEY) : "");
  }

  /**
   * Rows by rising key: the key, the version, and of each of these fields the value, or its SHA-256
   * if it is longer than is hashed ({@link RowHash}), and the value's length. Arguments: a key,
   * after which they begin, and how many.
   *
   * @param after whether the row of that key itself isn't among them
   */
  public final String page(String table, Collection<String> fields, boolean after) {
    return Stream.concat(
            Stream.of(quoted(KEY), quoted(VERSION)),
            fields.stream()
                .map(this::quoted)
                .map(
                    field ->
                        "CASE WHEN octet_length(%1$s) <= %2$d THEN %1$s ELSE %3$s END, octet_length(%1$s)"
                            .formatted(
                                field, RowHash.VALUE_BYTES_MAX, traits.sha256().formatted(field))))
        .collect(
            Collectors.joining(
                ", ",
                "SELECT ",
                " FROM %1$s WHERE %2$s %3$s ? ORDER BY %2$s LIMIT ?"
                    .formatted(quoted(table), quoted(KEY), after ? ">" : ">=")));
  }

  public final Stream<String> columns(Collection<String> fields) {
    return Stream.concat(Stream.of(KEY, VERSION), fields.stream()).map(this::quoted);
  }

  /** Begins to gather the hashes of rows, in a transaction. */
  public abstract void beginEffects(Connection connection) throws SQLException;

  /**
   * The hashes of rows that were added and removed since, one after the other in any order; begins
   * again.
   */
  public abstract byte[] effects(Connection connection) throws SQLException;

  /** Undoes what was done since the savepoint, which effects weren't taken since. */
  public void rollbackTo(Connection connection, String savepoint) throws SQLException {
    execute(connection, "ROLLBACK TO SAVEPOINT " + savepoint);
    beginEffects(connection);
  }

  /**
   * Whether the error is about the statement itself and the rows that it meets, so that every
   * database gives one. Others come of this server's state alone.
   */
  public abstract boolean isRefusal(SQLException e);

  public final String quoted(String name) {
    String quote = String.valueOf(traits.quote());
    return quote + name.replace(quote, quote + quote) + quote;
  }

  public static String stateOf(SQLException e) {
    return e.getSQLState() == null ? "" : e.getSQLState();
  }

  /** Whether the error's state is of one of these classes, the states' first two characters. */
  public static boolean isOfClass(SQLException e, Set<String> classes) {
    return classes.stream().anyMatch(stateOf(e)::startsWith);
  }

  /** An error's first line, for people, without what differs from connection to connection. */
  public static String reason(SQLException e) {
    return String.valueOf(e.getMessage())
        .lines()
        .findFirst()
        .orElse("")
        .replaceFirst("^\\(conn=\\d+\\) ", "")
        .replaceFirst("^(ERROR|FATAL): +", "");
  }

  public static int seconds(int ms) {
    return (ms + 999) / 1_000;
  }

  /** The number that a query has. */
  public static long number(Connection connection, String sql) throws SQLException {
    return Statements.first(connection, sql, List.of(), row -> row.getLong(1)).orElseThrow();
  }

  public static void execute(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }
}
