package io.hybridycsb.relational.node.dialect;

import io.hybridycsb.relational.node.procedure.PostgresqlEmitter;
import io.hybridycsb.relational.node.procedure.Procedure;
import io.hybridycsb.relational.proto.ProcedureDefinition;
import io.hybridycsb.veritas.crypto.Hashes;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.SortedSet;
import org.postgresql.util.PSQLException;
import org.postgresql.util.ServerErrorMessage;

/** PostgreSQL, from version 12 on. Hashes of rows are gathered in a setting of the transaction. */
final class PostgresqlDialect extends Dialect {
  private static final String EFFECTS = "relational.effects";
  private static final Set<String> REFUSALS =
      Set.of("21", "22", "23", "42", "2F", "54", "P0", "0A");

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

  PostgresqlDialect() {
    super(
        new Traits(
            "jdbc:postgresql:",
            '"',
            "current_schema()",
            false,
            "sha256(%s)",
            new PostgresqlLocks()));
  }

  @Override
  public Properties driverProperties(int timeoutMs, int answerMs) {
    String seconds = Integer.toString(seconds(timeoutMs));
    Properties properties = new Properties();
    properties.setProperty("connectTimeout", seconds);
    properties.setProperty("loginTimeout", seconds);
    properties.setProperty("socketTimeout", Integer.toString(seconds(answerMs)));
    properties.setProperty("ApplicationName", "relational-node");
    properties.setProperty("reWriteBatchedInserts", "true");
    return properties;
  }

  @Override
  public List<String> sessionSql(int timeoutMs) {
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
  public String readSessionSql(int timeoutMs) {
    return "SET lock_timeout = %1$d; SET statement_timeout = %1$d".formatted(timeoutMs);
  }

  @Override
  public boolean lock(Connection connection, int timeoutMs) throws SQLException {
    try {
      execute(connection, "SELECT pg_advisory_lock(" + LOCK + ")");
      return true;
    } catch (SQLException e) {
      if (stateOf(e).equals("55P03")) {
        return false;
      }
      throw e;
    }
  }

  @Override
  public void requireFit(Connection connection, int bytes) throws SQLException {
    String encoding = text(connection, "SHOW server_encoding");
    if (!encoding.equals("UTF8")) {
      throw new IllegalArgumentException(
          "the database's encoding is %s; give the node one with ENCODING 'UTF8'"
              .formatted(encoding));
    }
    long stackKib =
        number(
            connection, "SELECT setting::bigint FROM pg_settings WHERE name = 'max_stack_depth'");
    if (stackKib < STACK_KIB) {
      throw new IllegalArgumentException(
          "PostgreSQL's max_stack_depth is %d kB; set it to %d kB or more, so that procedures' functions fit in each other"
              .formatted(stackKib, STACK_KIB));
    }
  }

  private static String text(Connection connection, String sql) throws SQLException {
    return Statements.first(connection, sql, List.of(), row -> row.getString(1)).orElseThrow();
  }

  @Override
  public List<String> ownTables() {
    return List.of(
        ownTable(BLOCKS, "height BIGINT PRIMARY KEY, app_hash BYTEA NOT NULL"),
        ownTable(
            TRANSACTIONS,
            "id BYTEA PRIMARY KEY, body BYTEA NOT NULL, height BIGINT NOT NULL,"
                + " outcomes BYTEA NOT NULL, detail TEXT NOT NULL"),
        ownTable(
            FIELDS,
            "table_name TEXT COLLATE \"C\", field_name TEXT COLLATE \"C\", height BIGINT NOT NULL,"
                + " PRIMARY KEY (table_name, field_name)"),
        ownTable(
            PROCEDURES,
            "name TEXT COLLATE \"C\" PRIMARY KEY, definition BYTEA NOT NULL, height BIGINT NOT"
                + " NULL"),
        ownTable(SKIPS, "height BIGINT PRIMARY KEY, decision TEXT NOT NULL"));
  }

  @Override
  public List<String> ownFunctions() {
    List<String> functions = new ArrayList<>(PostgresqlEmitter.ownFunctions());
    functions.add(
        "CREATE OR REPLACE FUNCTION %s() RETURNS trigger LANGUAGE plpgsql AS $relational$"
                .formatted(quoted(GIVE_VERSION))
            + " BEGIN NEW.%s := current_setting('%s')::bigint; RETURN NEW; END $relational$"
                .formatted(quoted(VERSION), VERSION_GIVEN));
    return functions;
  }

  @Override
  public List<String> define(String table, SortedSet<String> fields, int rowBytesMax) {
    List<String> statements = new ArrayList<>();
    statements.add(
        "CREATE TABLE IF NOT EXISTS %1$s (%2$s TEXT COLLATE \"C\" NOT NULL, %3$s BIGINT NOT NULL,"
                .formatted(quoted(table), quoted(KEY), quoted(VERSION))
            // Its own choice of a name might be that of another table.
            + " CONSTRAINT %1$s PRIMARY KEY (%2$s), CHECK (char_length(%2$s) BETWEEN 1 AND %3$d))"
                .formatted(quoted(OWN + table + "_k"), quoted(KEY), KEY_LENGTH_MAX));
    statements.addAll(addColumns(table, fields, "BYTEA"));
    statements.addAll(versionTrigger(table));
    statements.add(function(table, fields, rowBytesMax));
    statements.addAll(trigger(table, "INSERT", "NEW TABLE AS added"));
    statements.addAll(trigger(table, "UPDATE", "OLD TABLE AS removed NEW TABLE AS added"));
    statements.addAll(trigger(table, "DELETE", "OLD TABLE AS removed"));
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
        "CREATE TRIGGER %s AFTER %s ON %s REFERENCING %s FOR EACH STATEMENT EXECUTE FUNCTION %s()"
            .formatted(name, event, quoted(table), rows, quoted(OWN + table)));
  }

  @Override
  public List<String> define(ProcedureDefinition definition, Procedure parsed) {
    return PostgresqlEmitter.functions(function(definition), parsed);
  }

  @Override
  public void beginCalls(Connection connection) throws SQLException {
    execute(connection, "SAVEPOINT " + CALL_START);
  }

  @Override
  public Called call(
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
  public long bytes(Statements statements, SQLException e) {
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
  public void undoCall(Connection connection) throws SQLException {
    rollbackTo(connection, CALL_START);
  }

  /**
   * Refuses rows of too many bytes before it hashes any of them. They are few: one of a procedure's
   * statement, or those that {@code BlockRecords} writes at once.
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
                  + " || CASE WHEN octet_length(r.%1$s) <= %3$d THEN r.%1$s ELSE sha256(r.%1$s) END"
                  + " END")
              .formatted(quoted(field), literal(RowHash.name(field)), RowHash.VALUE_BYTES_MAX));
    }
    return row.append(')').toString();
  }

  private static String literal(byte[] bytes) {
    return "'\\x" + HexFormat.of().formatHex(bytes) + "'::bytea";
  }

  /** In one statement, whose arguments are a column each: it serves any number of rows. */
  @Override
  public void upsert(
      Statements statements, String table, List<String> fields, List<WrittenRow> rows)
      throws SQLException {
    List<Object> arguments = new ArrayList<>(fields.size() + 2);
    arguments.add(rows.stream().map(WrittenRow::key).toArray(String[]::new));
    arguments.add(rows.stream().map(WrittenRow::version).toArray(Long[]::new));
    for (String field : fields) {
      arguments.add(rows.stream().map(row -> row.values().get(field)).toArray(byte[][]::new));
    }
    String columns = "?::text[], ?::bigint[]" + ", ?::bytea[]".repeat(fields.size());
    statements.update(
        upsert(
            table,
            fields,
            "SELECT * FROM unnest(%s)".formatted(columns),
            "ON CONFLICT (%s) DO UPDATE SET".formatted(quoted(KEY)),
            "EXCLUDED.%s"),
        arguments);
  }

  /** The setting ends with its transaction, and goes back with a savepoint. */
  @Override
  public void beginEffects(Connection connection) {}

  @Override
  public byte[] effects(Connection connection) throws SQLException {
    return HexFormat.of().parseHex(text(connection, TAKE_EFFECTS));
  }

  /** Data that doesn't fit, constraints, statements that are wrong, and what procedures raise. */
  @Override
  public boolean isRefusal(SQLException e) {
    return isOfClass(e, REFUSALS);
  }
}
