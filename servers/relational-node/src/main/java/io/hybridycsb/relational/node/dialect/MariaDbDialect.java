package io.hybridycsb.relational.node.dialect;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.hybridycsb.relational.node.procedure.Language;
import io.hybridycsb.relational.node.procedure.MariaDbEmitter;
import io.hybridycsb.relational.node.procedure.Procedure;
import io.hybridycsb.relational.proto.ProcedureDefinition;
import io.hybridycsb.veritas.crypto.Hashes;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.Properties;
import java.util.Set;
import java.util.SortedSet;
import java.util.stream.Stream;

/** MariaDB, from version 10.5 on. Hashes of rows are gathered in a variable of the session. */
final class MariaDbDialect extends Dialect {
  private static final String EFFECTS = "@relational_effects";
  private static final String IN_UTF8 =
      " ENGINE = InnoDB DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin";
  private static final Set<String> REFUSALS = Set.of("21", "22", "23", "42", "2F", "45");

  /** How many bytes a call has written; null where that isn't counted. */
  private static final String WRITTEN = MariaDbEmitter.WRITTEN;

  private static final String PASSED = MariaDbEmitter.PASSED;
  private static final String KEPT = MariaDbEmitter.KEPT;

  /** That of a procedure's or a statement's rows; null where rows come with theirs. */
  private static final String VERSION_GIVEN = "@relational_version";

  /** Of a procedure that returns null; its own texts signal nothing but 45000. */
  private static final String FORBIDDEN = "45F00";

  MariaDbDialect() {
    super(
        new Traits(
            "jdbc:mariadb:", '`', "DATABASE()", true, "UNHEX(SHA2(%s, 256))", new MariaDbLocks()));
  }

  @Override
  public Properties driverProperties(int timeoutMs, int answerMs) {
    Properties properties = new Properties();
    properties.setProperty("connectTimeout", Integer.toString(timeoutMs));
    properties.setProperty("socketTimeout", Integer.toString(answerMs));
    properties.setProperty("useServerPrepStmts", "true");
    return properties;
  }

  @Override
  public List<String> sessionSql(int timeoutMs) {
    int seconds = seconds(timeoutMs);
    return List.of(
        "SET innodb_lock_wait_timeout = %1$d, lock_wait_timeout = %1$d, max_statement_time = %2$d"
                .formatted(seconds, 4L * seconds)
            // A value that is too long is refused rather than cut off, and a backslash escapes
            // nothing.
            + ", sql_mode = 'STRICT_ALL_TABLES,NO_BACKSLASH_ESCAPES'"
            + ", tx_isolation = 'READ-COMMITTED', check_constraint_checks = 1");
  }

  @Override
  public String readSessionSql(int timeoutMs) {
    return "SET lock_wait_timeout = %1$d, max_statement_time = %1$d".formatted(seconds(timeoutMs));
  }

  @Override
  public boolean lock(Connection connection, int timeoutMs) throws SQLException {
    return number(
            connection,
            "SELECT GET_LOCK(CONCAT('relational ', LEFT(DATABASE(), 40)), %d)"
                .formatted(seconds(timeoutMs)))
        == 1;
  }

  @Override
  public void requireFit(Connection connection, int bytes) throws SQLException {
    MariaDbSettings.requireFit(connection, bytes);
  }

  @Override
  public List<String> ownTables() {
    return Stream.of(
            ownTable(BLOCKS, "height BIGINT PRIMARY KEY, app_hash VARBINARY(32) NOT NULL"),
            ownTable(
                TRANSACTIONS,
                "id VARBINARY(40) PRIMARY KEY, body VARBINARY(32) NOT NULL, height BIGINT NOT NULL,"
                    + " outcomes BLOB NOT NULL, detail TEXT NOT NULL"),
            ownTable(
                FIELDS,
                "table_name VARCHAR(64), field_name VARCHAR(64), height BIGINT NOT NULL,"
                    + " PRIMARY KEY (table_name, field_name)"),
            ownTable(
                PROCEDURES,
                "name VARCHAR(64) PRIMARY KEY, definition MEDIUMBLOB NOT NULL, height BIGINT NOT"
                    + " NULL"),
            ownTable(SKIPS, "height BIGINT PRIMARY KEY, decision MEDIUMTEXT NOT NULL"))
        .map(table -> table + IN_UTF8)
        .toList();
  }

  @Override
  public List<String> ownFunctions() {
    return MariaDbEmitter.ownFunctions();
  }

  @Override
  public List<String> define(String table, SortedSet<String> fields, int rowBytesMax) {
    List<String> statements = new ArrayList<>();
    statements.add(
        "CREATE TABLE IF NOT EXISTS "
            + quoted(table)
            // To the other collation, a space at the end of a key is nothing.
            + " (%1$s VARCHAR(%2$s) COLLATE utf8mb4_nopad_bin NOT NULL PRIMARY KEY CHECK (%1$s <> ''), %3$s BIGINT NOT NULL)"
                .formatted(quoted(KEY), KEY_LENGTH_MAX, quoted(VERSION))
            // In other formats the key is too long for its index, and fields for their row.
            + " ROW_FORMAT = DYNAMIC"
            + IN_UTF8);
    statements.addAll(addColumns(table, fields, "LONGBLOB"));
    String added = hash(RowHash.ADDED, table, "NEW", fields);
    String removed = hash(RowHash.REMOVED, table, "OLD", fields);
    String newBytes = bytes("NEW", fields);
    String oldBytes = bytes("OLD", fields);
    String measure = measureRow(newBytes, rowBytesMax);
    statements.add(versionTrigger(table, "INSERT"));
    statements.add(versionTrigger(table, "UPDATE"));
    statements.add(trigger(table, "INSERT", measure + measureCall(newBytes), added));
    statements.add(trigger(table, "DELETE", measureCall(oldBytes), removed));
    statements.add(
        trigger(
            table,
            "UPDATE",
            measure + measureCall(oldBytes + " + " + newBytes),
            removed + ", " + added));
    return statements;
  }

  private String versionTrigger(String table, String event) {
    return "CREATE OR REPLACE TRIGGER %s BEFORE %s ON %s FOR EACH ROW IF %4$s IS NOT NULL THEN SET NEW.%5$s = %4$s; END IF"
        .formatted(
            quoted(OWN + table + "_V" + event.charAt(0)),
            event,
            quoted(table),
            VERSION_GIVEN,
            quoted(VERSION));
  }

  /**
   * A second function, which is called, has the version of the call's rows before the arguments,
   * and tells in one answer what there is to know.
   */
  @Override
  public List<String> define(ProcedureDefinition definition, Procedure parsed) {
    String function = quoted(function(definition));
    return List.of(
        function(
            function, MariaDbEmitter.parameters(parsed), "BIGINT", MariaDbEmitter.bodyOf(parsed)),
        function(
            quoted(telling(definition)),
            withVersion(MariaDbEmitter.parameters(parsed)),
            "LONGBLOB",
            "BEGIN DECLARE relational_value BIGINT; DECLARE relational_hashes LONGBLOB; SET "
                + EFFECTS
                + " = X'', %s = 0, %s = 0, %s = 0, %s = relational_version; SET relational_value = "
                    .formatted(PASSED, KEPT, WRITTEN, VERSION_GIVEN)
                + function
                + MariaDbEmitter.arguments(parsed)
                + "; IF relational_value IS NULL THEN SIGNAL SQLSTATE '"
                + FORBIDDEN
                + "'; END IF; SET relational_hashes = CONCAT(relational_value, ' ', %1$s + %2$s, ' ', %3$s); SET %3$s = X'', %2$s = NULL, %4$s = NULL; "
                    .formatted(PASSED, WRITTEN, EFFECTS, VERSION_GIVEN)
                + "RETURN relational_hashes; END"));
  }

  /** The same parameters after that for the version. */
  private static String withVersion(String parameters) {
    String version = "(relational_version BIGINT";
    return parameters.equals("()") ? version + ")" : version + ", " + parameters.substring(1);
  }

  private static String function(String name, String parameters, String returned, String body) {
    return "CREATE OR REPLACE FUNCTION "
        + name
        + parameters
        // Otherwise a server with a binary log refuses it.
        + " RETURNS %s DETERMINISTIC MODIFIES SQL DATA ".formatted(returned)
        + body;
  }

  private static String telling(ProcedureDefinition procedure) {
    return "relational;" + procedure.getName();
  }

  /** InnoDB undoes by itself what a statement has done that fails. */
  @Override
  public void beginCalls(Connection connection) {}

  @Override
  public Called call(
      Statements statements, ProcedureDefinition procedure, List<Object> arguments, long version)
      throws SQLException {
    List<Object> all = new ArrayList<>(arguments.size() + 1);
    all.add(version);
    all.addAll(arguments);
    String sql = "SELECT %s(%s)".formatted(quoted(telling(procedure)), questionMarks(all.size()));
    try (ResultSet rows = statements.with(sql, all).executeQuery()) {
      rows.next();
      byte[] told = rows.getBytes(1);
      if (told == null) {
        throw tooManyHashes();
      }
      int value = numberEnd(told, 0);
      int bytes = numberEnd(told, value + 1);
      return new Called(
          Long.valueOf(new String(told, 0, value, US_ASCII)),
          Arrays.copyOfRange(told, bytes + 1, told.length),
          Long.parseLong(new String(told, value + 1, bytes - value - 1, US_ASCII)));
    } catch (SQLException e) {
      if (stateOf(e).equals(FORBIDDEN)) {
        return new Called(null, new byte[0], bytes(statements, e));
      }
      throw e;
    }
  }

  private static int numberEnd(byte[] told, int from) {
    int end = from;
    while (told[end] != ' ') {
      end++;
    }
    return end;
  }

  /** The session's variables stay as they were when the call failed. */
  @Override
  public long bytes(Statements statements, SQLException e) throws SQLException {
    String sql = "SELECT LEAST(%s, %d) + %s".formatted(PASSED, Language.PASSED_BYTES_MAX, KEPT);
    return statements.query(sql, List.of(), row -> row.getLong(1)).get(0);
  }

  @Override
  public void undoCall(Connection connection) throws SQLException {
    beginEffects(connection);
  }

  /**
   * @param measure refuses what is too much before it is hashed
   */
  private String trigger(String table, String event, String measure, String hashes) {
    return "CREATE OR REPLACE TRIGGER %s AFTER %s ON %s FOR EACH ROW BEGIN "
            .formatted(quoted(OWN + table + "_" + event.charAt(0)), event, quoted(table))
        + measure
        + "SET %1$s = CONCAT(%1$s, %2$s); ".formatted(EFFECTS, hashes)
        + refuse("LENGTH(" + EFFECTS + ")", Hashes.BYTES * CALL_HASHES_MAX, TOO_MANY_ROWS)
        + "END";
  }

  private static String measureRow(String bytes, int rowBytesMax) {
    return refuse(bytes, rowBytesMax, rowTooLarge(rowBytesMax));
  }

  /** The bytes of a call are null where they aren't limited, and then not too many. */
  private static String measureCall(String bytes) {
    return "SET %1$s = %1$s + %2$s; ".formatted(WRITTEN, bytes)
        + refuse(WRITTEN, CALL_BYTES_MAX, TOO_MANY_BYTES);
  }

  private static String refuse(String measured, int most, String message) {
    return "IF %s > %d THEN SIGNAL SQLSTATE '45000' SET MESSAGE_TEXT = '%s'; END IF; "
        .formatted(measured, most, message);
  }

  private String hash(char sign, String table, String row, SortedSet<String> fields) {
    String key = "CAST(%s.%s AS BINARY)".formatted(row, quoted(KEY));
    StringBuilder hash = new StringBuilder("UNHEX(SHA2(CONCAT(");
    hash.append(literal(RowHash.start(sign, table)))
        .append(", ")
        .append(length(key))
        .append(", ")
        .append(key)
        .append(", UNHEX(LPAD(HEX(%s.%s), 16, '0'))".formatted(row, quoted(VERSION)));
    for (String field : fields) {
      String value = row + "." + quoted(field);
      hash.append(
          ", IF(%1$s IS NULL, X'', CONCAT(%2$s, %3$s, IF(LENGTH(%1$s) <= %4$d, %1$s, UNHEX(SHA2(%1$s, 256)))))"
              .formatted(
                  value, literal(RowHash.name(field)), length(value), RowHash.VALUE_BYTES_MAX));
    }
    return hash.append("), 256))").toString();
  }

  private static String length(String value) {
    return "UNHEX(LPAD(HEX(LENGTH(" + value + ")), 8, '0'))";
  }

  private static String literal(byte[] bytes) {
    return "X'" + HexFormat.of().formatHex(bytes) + "'";
  }

  /** In statements of 1, 2, 4 or so rows, so that few of them serve all numbers. */
  @Override
  public void upsert(
      Statements statements, String table, List<String> fields, List<WrittenRow> rows)
      throws SQLException {
    int from = 0;
    while (from < rows.size()) {
      int count = Integer.highestOneBit(rows.size() - from);
      List<Object> arguments = new ArrayList<>(count * (fields.size() + 2));
      for (WrittenRow row : rows.subList(from, from + count)) {
        arguments.add(row.key());
        arguments.add(row.version());
        fields.forEach(field -> arguments.add(row.values().get(field)));
      }
      String row = "(" + questionMarks(fields.size() + 2) + ")";
      String values = "VALUES " + String.join(", ", Collections.nCopies(count, row));
      statements.update(
          upsert(table, fields, values, "ON DUPLICATE KEY UPDATE", "VALUES(%s)"), arguments);
      from += count;
    }
  }

  @Override
  public void beginEffects(Connection connection) throws SQLException {
    execute(
        connection,
        "SET %s = X'', %s = 0, %s = 0, %s = NULL, %s = NULL"
            .formatted(EFFECTS, PASSED, KEPT, WRITTEN, VERSION_GIVEN));
  }

  @Override
  public byte[] effects(Connection connection) throws SQLException {
    byte[] hashes =
        Statements.query(connection, "SELECT " + EFFECTS, List.of(), row -> row.getBytes(1)).get(0);
    if (hashes == null) {
      throw tooManyHashes();
    }
    beginEffects(connection);
    return hashes;
  }

  private static SQLException tooManyHashes() {
    return new SQLException(
        "the hashes of a block's rows don't fit into max_allowed_packet; set a greater one");
  }

  /** Data that doesn't fit, constraints, statements that are wrong, and what procedures signal. */
  @Override
  public boolean isRefusal(SQLException e) {
    // 1300: not UTF-8. 1364: a column without a value. 1366: not a number.
    return !traits().locks().isLockTimeout(e)
        && (isOfClass(e, REFUSALS)
            || e.getErrorCode() == 1300
            || e.getErrorCode() == 1364
            || e.getErrorCode() == 1366);
  }
}
