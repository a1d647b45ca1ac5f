package io.hybridycsb.relational.node.database;

import io.hybridycsb.relational.node.procedure.PostgresqlEmitter;
import io.hybridycsb.relational.proto.ProcedureDefinition;
import io.hybridycsb.veritas.crypto.Hashes;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Properties;
import java.util.SortedSet;
import java.util.stream.Collectors;
import org.postgresql.util.PSQLException;
import org.postgresql.util.ServerErrorMessage;

/** PostgreSQL, from version 12 on. Hashes of rows are gathered in a setting of the transaction. */
final class PostgresqlDialect extends Dialect {
  private static final String EFFECTS = "relational.effects";

  /** How many bytes a call has written; empty where that isn't counted. */
  private static final String WRITTEN = PostgresqlEmitter.WRITTEN;

  /** That of a procedure's or a statement's rows; empty where rows come with theirs. */
  private static final String VERSION_GIVEN = "relational.version";

  private static final String GIVE_VERSION = "relational;version";

  /** A condition, which holds: what is selected under it is computed once both are set. */
  private static final String BEGIN =
      "set_config('%s', '0', true) <> set_config('%s', ?, true)".formatted(WRITTEN, VERSION_GIVEN);

  private static final String TAKE_EFFECTS =
      "SELECT coalesce(current_setting('%1$s', true), ''), set_config('%1$s', '', true), set_config('%2$s', '', true), set_config('%3$s', '', true)"
          .formatted(EFFECTS, WRITTEN, VERSION_GIVEN);
  private static final String CALL_START = "procedure_start";

  /** Its default. */
  private static final long STACK_KIB = 2_048;

  /** One node for each database. */
  private static final long LOCK = 0x72656c6174696f6eL;

  private static String seconds(int ms) {
    return Integer.toString((ms + 999) / 1_000);
  }

  @Override
  String title() {
    return "PostgreSQL";
  }

  @Override
  String urlStart() {
    return "jdbc:postgresql:";
  }

  @Override
  Properties driverProperties(int timeoutMs, int answerMs) {
    String seconds = seconds(timeoutMs);
    Properties properties = new Properties();
    properties.setProperty("connectTimeout", seconds);
    properties.setProperty("loginTimeout", seconds);
    properties.setProperty("socketTimeout", seconds(answerMs));
    properties.setProperty("ApplicationName", "relational-node");
    properties.setProperty("reWriteBatchedInserts", "true");
    return properties;
  }

  @Override
  List<String> sessionSql(int timeoutMs) {
    return List.of(
        "SET lock_timeout = " + timeoutMs,
        "SET statement_timeout = " + 4L * timeoutMs,
        "SET timezone = 'UTC'",
        // Its own statements' texts have backslashes, and its arrays have nulls.
        "SET standard_conforming_strings = on; SET array_nulls = on",
        // Otherwise a plan for a variable that is null leaves out what would fail beside it.
        "SET plan_cache_mode = force_generic_plan",
        "SET default_transaction_isolation = 'read committed'",
        // Otherwise it reports that a table exists already.
        "SET client_min_messages = warning",
        // What others have in another schema, or make for a time, is not taken for the node's own.
        "SELECT set_config('search_path', quote_ident(current_schema()) || ', pg_temp', false)");
  }

  @Override
  String readSessionSql(int timeoutMs) {
    return "SET lock_timeout = %1$d; SET statement_timeout = %1$d".formatted(timeoutMs);
  }

  @Override
  boolean lock(Connection connection, int timeoutMs) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute("SELECT pg_advisory_lock(" + LOCK + ")");
      return true;
    } catch (SQLException e) {
      if (stateOf(e).equals("55P03")) {
        return false;
      }
      throw e;
    }
  }

  @Override
  void requireFit(Connection connection, int bytes) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery("SHOW server_encoding")) {
      rows.next();
      if (!rows.getString(1).equals("UTF8")) {
        throw new IllegalArgumentException(
            "the database's encoding is %s; give the node one with ENCODING 'UTF8'"
                .formatted(rows.getString(1)));
      }
    }
    try (Statement statement = connection.createStatement();
        ResultSet rows =
            statement.executeQuery(
                "SELECT setting::bigint FROM pg_settings WHERE name = 'max_stack_depth'")) {
      rows.next();
      if (rows.getLong(1) < STACK_KIB) {
        throw new IllegalArgumentException(
            "PostgreSQL's max_stack_depth is %d kB; set it to %d kB or more, so that procedures' functions fit in each other"
                .formatted(rows.getLong(1), STACK_KIB));
      }
    }
  }

  @Override
  List<String> ownTables() {
    return List.of(
        "CREATE TABLE IF NOT EXISTS "
            + BLOCKS
            + " (height BIGINT PRIMARY KEY, app_hash BYTEA NOT NULL)",
        "CREATE TABLE IF NOT EXISTS "
            + TRANSACTIONS
            + " (id BYTEA PRIMARY KEY, body BYTEA NOT NULL, height BIGINT NOT NULL,"
            + " outcomes BYTEA NOT NULL, detail TEXT NOT NULL)",
        "CREATE TABLE IF NOT EXISTS "
            + FIELDS
            + " (table_name TEXT COLLATE \"C\", field_name TEXT COLLATE \"C\", height BIGINT NOT NULL,"
            + " PRIMARY KEY (table_name, field_name))",
        "CREATE TABLE IF NOT EXISTS "
            + PROCEDURES
            + " (name TEXT COLLATE \"C\" PRIMARY KEY, definition BYTEA NOT NULL,"
            + " height BIGINT NOT NULL)",
        "CREATE TABLE IF NOT EXISTS "
            + SKIPS
            + " (height BIGINT PRIMARY KEY, decision TEXT NOT NULL)");
  }

  @Override
  Locks locks() {
    return new PostgresqlLocks();
  }

  @Override
  List<String> ownFunctions() {
    List<String> functions = new ArrayList<>(PostgresqlEmitter.ownFunctions());
    functions.add(
        "CREATE OR REPLACE FUNCTION %s() RETURNS trigger LANGUAGE plpgsql AS $relational$"
                .formatted(quoted(GIVE_VERSION))
            + " BEGIN NEW.%s := current_setting('%s')::bigint; RETURN NEW; END $relational$"
                .formatted(quoted(VERSION), VERSION_GIVEN));
    return functions;
  }

  @Override
  String schema() {
    return "current_schema()";
  }

  @Override
  boolean definitionsCommit() {
    return false;
  }

  @Override
  List<String> define(String table, SortedSet<String> fields, int rowBytesMax) {
    List<String> statements = new ArrayList<>();
    statements.add(
        "CREATE TABLE IF NOT EXISTS %1$s (%2$s TEXT COLLATE \"C\" NOT NULL, %3$s BIGINT NOT NULL,"
                .formatted(quoted(table), quoted(KEY), quoted(VERSION))
            // Its own choice of a name might be that of another table.
            + " CONSTRAINT %1$s PRIMARY KEY (%2$s), CHECK (char_length(%2$s) BETWEEN 1 AND %3$d))"
                .formatted(quoted(OWN + table + "_k"), quoted(KEY), KEY_LENGTH_MAX));
    if (!fields.isEmpty()) {
      statements.add(
          "ALTER TABLE "
              + quoted(table)
              + fields.stream()
                  .map(field -> " ADD COLUMN IF NOT EXISTS " + quoted(field) + " BYTEA")
                  .collect(Collectors.joining(",")));
    }
    statements.addAll(versionTrigger(table));
    statements.add(function(table, fields, rowBytesMax));
    String rows = " REFERENCING ";
    statements.addAll(trigger(table, "INSERT", rows + "NEW TABLE AS added"));
    statements.addAll(trigger(table, "UPDATE", rows + "OLD TABLE AS removed NEW TABLE AS added"));
    statements.addAll(trigger(table, "DELETE", rows + "OLD TABLE AS removed"));
    return statements;
  }

  /** Its condition spares rows that come with their version the call of a function each. */
  private List<String> versionTrigger(String table) {
    String name = quoted(OWN + "version");
    return List.of(
        "DROP TRIGGER IF EXISTS " + name + " ON " + quoted(table),
        "CREATE TRIGGER %s BEFORE INSERT OR UPDATE ON %s FOR EACH ROW WHEN (current_setting('%s', true) <> '') EXECUTE FUNCTION %s()"
            .formatted(name, quoted(table), VERSION_GIVEN, quoted(GIVE_VERSION)));
  }

  private List<String> trigger(String table, String event, String rows) {
    String name = quoted(OWN + event.toLowerCase(Locale.ROOT));
    return List.of(
        "DROP TRIGGER IF EXISTS " + name + " ON " + quoted(table),
        "CREATE TRIGGER "
            + name
            + " AFTER "
            + event
            + " ON "
            + quoted(table)
            + rows
            + " FOR EACH STATEMENT EXECUTE FUNCTION "
            + quoted(OWN + table)
            + "()");
  }

  @Override
  List<String> define(DefinedProcedure procedure) {
    return PostgresqlEmitter.functions(function(procedure.definition()), procedure.parsed());
  }

  @Override
  void beginCalls(Connection connection) throws SQLException {
    execute(connection, "SAVEPOINT " + CALL_START);
  }

  @Override
  Called call(
      Statements statements, ProcedureDefinition procedure, List<Object> arguments, long version)
      throws SQLException {
    String sql =
        "RELEASE SAVEPOINT %1$s; SAVEPOINT %1$s; SELECT %2$s(%3$s) WHERE %4$s; %5$s"
            .formatted(
                CALL_START,
                quoted(function(procedure)),
                questionMarks(arguments.size()),
                BEGIN,
                TAKE_EFFECTS);
    List<Object> all = new ArrayList<>(arguments);
    all.add(Long.toString(version));
    PreparedStatement statement = statements.with(sql, all);
    Long[] valueAndBytes;
    try (ResultSet rows = rows(statement, statement.execute())) {
      valueAndBytes = (Long[]) rows.getArray(1).getArray();
    }
    try (ResultSet rows = rows(statement, statement.getMoreResults())) {
      return new Called(
          valueAndBytes[0], HexFormat.of().parseHex(rows.getString(1)), valueAndBytes[1]);
    }
  }

  /** The function's own errors have it as their hint; others come before it has begun. */
  @Override
  long bytes(Statements statements, SQLException e) {
    return Optional.of(e)
        .filter(PSQLException.class::isInstance)
        .map(error -> ((PSQLException) error).getServerErrorMessage())
        .map(ServerErrorMessage::getHint)
        .filter(hint -> hint.matches("[0-9]{1,18}"))
        .map(Long::parseLong)
        .orElse(0L);
  }

  /** The first row of the next statement that has some. */
  private static ResultSet rows(PreparedStatement statement, boolean hasRows) throws SQLException {
    boolean found = hasRows;
    while (!found) {
      if (statement.getUpdateCount() < 0) {
        throw new SQLException("a procedure has no result");
      }
      found = statement.getMoreResults();
    }
    ResultSet rows = statement.getResultSet();
    rows.next();
    return rows;
  }

  @Override
  void undoCall(Connection connection) throws SQLException {
    rollbackTo(connection, CALL_START);
  }

  /**
   * Refuses rows of too many bytes before it hashes any of them. They are few: one of a procedure's
   * statement, or those that {@link BlockRecords} writes at once.
   */
  private String function(String table, SortedSet<String> fields, int rowBytesMax) {
    String added = "SELECT " + hash(RowHash.ADDED, table, fields) + " AS h FROM added r";
    String removed = "SELECT " + hash(RowHash.REMOVED, table, fields) + " AS h FROM removed r";
    String gather = "SELECT encode(string_agg(h, ''::bytea), 'hex') INTO hashes FROM (%s) e; ";
    return "CREATE OR REPLACE FUNCTION "
        + quoted(OWN + table)
        + "() RETURNS trigger LANGUAGE plpgsql AS $relational$"
        + " DECLARE hashes text; row_bytes bigint; added_bytes bigint; removed_bytes bigint;"
        + " call_bytes bigint; BEGIN "
        + measure(bytes("r", fields), rowBytesMax)
        + "IF TG_OP = 'INSERT' THEN "
        + gather.formatted(added)
        + "ELSIF TG_OP = 'DELETE' THEN "
        + gather.formatted(removed)
        + "ELSE "
        + gather.formatted(removed + " UNION ALL " + added)
        + "END IF; IF hashes IS NOT NULL THEN PERFORM set_config('%1$s', coalesce(current_setting('%1$s', true), '')"
            .formatted(EFFECTS)
        + " || hashes, true); IF length(current_setting('%s')) > %d THEN RAISE EXCEPTION '%s'; END IF; "
            .formatted(EFFECTS, 2 * Hashes.BYTES * CALL_HASHES_MAX, TOO_MANY_ROWS)
        + "END IF; RETURN NULL; END $relational$";
  }

  /** The bytes of a call are unknown where they aren't limited, and then not too many. */
  private static String measure(String bytes, int rowBytesMax) {
    String sum = "SELECT %s INTO %s FROM (SELECT " + bytes + " AS b FROM %s r) e; ";
    String raise = "IF %s > %d THEN RAISE EXCEPTION '%s'; END IF; ";
    return "IF TG_OP <> 'DELETE' THEN "
        + sum.formatted("max(b), sum(b)", "row_bytes, added_bytes", "added")
        + raise.formatted("row_bytes", rowBytesMax, rowTooLarge(rowBytesMax))
        + "END IF; IF TG_OP <> 'INSERT' THEN "
        + sum.formatted("sum(b)", "removed_bytes", "removed")
        + "END IF; call_bytes := coalesce(added_bytes, 0) + coalesce(removed_bytes, 0)"
        + " + nullif(current_setting('%s', true), '')::bigint; ".formatted(WRITTEN)
        + raise.formatted("call_bytes", CALL_BYTES_MAX, TOO_MANY_BYTES)
        + "IF call_bytes IS NOT NULL THEN PERFORM set_config('%s', call_bytes::text, true); END IF; "
            .formatted(WRITTEN);
  }

  private String hash(char sign, String table, SortedSet<String> fields) {
    StringBuilder row = new StringBuilder("sha256(").append(literal(RowHash.start(sign, table)));
    String key = "convert_to(r." + quoted(KEY) + ", 'UTF8')";
    row.append(" || int4send(octet_length(%1$s)) || %1$s".formatted(key))
        .append(" || int8send(r.")
        .append(quoted(VERSION))
        .append(')');
    for (String field : fields) {
      row.append(
          (" || CASE WHEN r.%1$s IS NULL THEN ''::bytea ELSE %2$s || int4send(octet_length(r.%1$s))"
                  + " || CASE WHEN octet_length(r.%1$s) <= %3$d THEN r.%1$s ELSE sha256(r.%1$s) END END")
              .formatted(quoted(field), literal(RowHash.name(field)), RowHash.VALUE_BYTES_MAX));
    }
    return row.append(')').toString();
  }

  private static String literal(byte[] bytes) {
    return "'\\x" + HexFormat.of().formatHex(bytes) + "'::bytea";
  }

  /** In one statement, whose arguments are a column each: it serves any number of rows. */
  @Override
  void upsert(Statements statements, String table, List<String> fields, List<WrittenRow> rows)
      throws SQLException {
    List<Object> arguments = new ArrayList<>(fields.size() + 2);
    arguments.add(rows.stream().map(WrittenRow::key).toArray(String[]::new));
    arguments.add(rows.stream().map(WrittenRow::version).toArray(Long[]::new));
    for (String field : fields) {
      arguments.add(rows.stream().map(row -> row.values().get(field)).toArray(byte[][]::new));
    }
    statements.update(upsert(table, fields), arguments);
  }

  private String upsert(String table, List<String> fields) {
    return "INSERT INTO "
        + quoted(table)
        + columns(fields).collect(Collectors.joining(", ", " (", ")"))
        + " SELECT * FROM unnest(?::text[], ?::bigint[]"
        + ", ?::bytea[]".repeat(fields.size())
        + ") ON CONFLICT (%s) DO UPDATE SET ".formatted(quoted(KEY))
        + columns(fields)
            .skip(1)
            .map(column -> "%1$s = EXCLUDED.%1$s".formatted(column))
            .collect(Collectors.joining(", "));
  }

  @Override
  String sha256(String field) {
    return "sha256(" + field + ")";
  }

  /** The setting ends with its transaction, and goes back with a savepoint. */
  @Override
  void beginEffects(Connection connection) {}

  @Override
  byte[] effects(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(TAKE_EFFECTS)) {
      rows.next();
      return HexFormat.of().parseHex(rows.getString(1));
    }
  }

  /** Data that doesn't fit, constraints, statements that are wrong, and what procedures raise. */
  @Override
  boolean isRefusal(SQLException e) {
    String state = stateOf(e);
    return state.startsWith("21")
        || state.startsWith("22")
        || state.startsWith("23")
        || state.startsWith("42")
        || state.startsWith("2F")
        || state.startsWith("54")
        || state.startsWith("P0")
        || state.startsWith("0A");
  }

  @Override
  String quoted(String name) {
    return '"' + name.replace("\"", "\"\"") + '"';
  }
}
