package io.hybridycsb.ycsb.sql;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.hybridycsb.ycsb.support.Procedure;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Collection;
import java.util.Properties;
import java.util.stream.Collectors;
import org.postgresql.Driver;

/** PostgreSQL, from version 9.6 on. */
class PostgresqlDialect extends Dialect {
  private static final long ARGUMENT_BYTES_MAX = (1L << 30) - 65_536;

  /** A longer name would be cut off, and be another's. */
  private static final int NAME_BYTES_MAX = 63;

  PostgresqlDialect() {
    super(new Driver(), "PostgreSQL", "jdbc:postgresql:", "BYTEA", NAME_BYTES_MAX);
  }

  @Override
  Properties driverProperties(int timeoutS) {
    String seconds = Integer.toString(timeoutS);
    Properties properties = new Properties();
    properties.setProperty("connectTimeout", seconds);
    properties.setProperty("loginTimeout", seconds);
    properties.setProperty("socketTimeout", seconds);
    properties.setProperty("ApplicationName", "hybrid-ycsb");
    return properties;
  }

  @Override
  String sessionSql(int timeoutS) {
    return "SET lock_timeout = '%1$ds'; SET idle_in_transaction_session_timeout = '%1$ds'"
            .formatted(timeoutS)
        + "; SET statement_timeout = '%d500ms'".formatted(timeoutS)
        // Otherwise it reports that a table exists already.
        + "; SET client_min_messages = warning";
  }

  /** A value has less than 1 GiB. */
  @Override
  long argumentBytesMax(Connection connection) {
    return ARGUMENT_BYTES_MAX;
  }

  @Override
  Failure failure(SQLException e) {
    String state = stateOf(e);
    return switch (state) {
      case "42P01" -> Failure.NO_TABLE;
      case "42703" -> Failure.NO_COLUMN;
      // A table has a type of its name, of which another may be made first.
      case "42P07", "42710", "42701", "42723" -> Failure.EXISTS;
      case "42883" -> Failure.NO_PROCEDURE;
      // Whether it was committed, a distributed database may not know.
      case "40003" -> Failure.OTHER;
      // A lock that was not waited for, and a row that another has just inserted.
      case "55P03", "23505" -> Failure.ABORTED;
      // It took too long; the database is only read.
      case "57014", "25006" -> Failure.REFUSED;
      // The transaction stood idle for too long; this ends the connection.
      case "25P03" -> Failure.LOST;
      default -> failureOfClass(e, state);
    };
  }

  private static Failure failureOfClass(SQLException e, String state) {
    if (state.startsWith("40") || isOvertakenByAnotherDefinition(e, state)) {
      return Failure.ABORTED;
    }
    if (state.startsWith("08") || state.startsWith("57P")) {
      return Failure.LOST;
    }
    // P0: what a procedure raises by itself.
    if (state.startsWith("22")
        || state.startsWith("42")
        || state.startsWith("54")
        || state.startsWith("P0")) {
      return Failure.WRONG;
    }
    return state.startsWith("53") ? Failure.REFUSED : Failure.OTHER;
  }

  /** Somebody else has changed the table meanwhile. These have no states of their own. */
  private static boolean isOvertakenByAnotherDefinition(SQLException e, String state) {
    String message = String.valueOf(e.getMessage());
    return state.equals("0A000") && message.contains("cached plan")
        || state.equals("XX000") && message.contains("tuple concurrently");
  }

  @Override
  boolean mayConnectLater(SQLException e) {
    String state = stateOf(e);
    // 08004: it wants another kind of authentication. 57P: it starts or stops. 53300: too many.
    return state.startsWith("08") && !state.equals("08004")
        || state.startsWith("57P")
        || state.equals("53300");
  }

  @Override
  String quoted(String name) {
    return '"' + name.replace("\"", "\"\"") + '"';
  }

  @Override
  int lengthOf(String name) {
    return name.getBytes(UTF_8).length;
  }

  @Override
  String createTable(String table, Collection<String> fields) {
    return "CREATE TABLE IF NOT EXISTS "
        + quoted(table)
        + " (%s TEXT COLLATE \"C\" PRIMARY KEY, %s BIGINT NOT NULL"
            .formatted(quoted(KEY), quoted(VERSION))
        + declared(fields)
        + ")";
  }

  @Override
  String insertAlone(String table, Collection<String> fields) {
    return insert(table, fields) + " ON CONFLICT (" + quoted(KEY) + ") DO NOTHING";
  }

  @Override
  String merge(String table, Collection<String> fields) {
    String version = quoted(VERSION);
    return insert(table, fields)
        + " ON CONFLICT (%s) DO UPDATE SET %s = %s.%s + 1"
            .formatted(quoted(KEY), version, quoted(table), version)
        + fields.stream()
            .map(field -> ", %1$s = EXCLUDED.%1$s".formatted(quoted(field)))
            .collect(Collectors.joining());
  }

  @Override
  String createProcedure(Procedure procedure) {
    return "CREATE FUNCTION "
        + function(procedure)
        + parameters(procedure)
        + " RETURNS bigint LANGUAGE plpgsql AS $procedure$ "
        + procedure.postgresql()
        + " $procedure$";
  }

  @Override
  String type(Procedure.Type type) {
    return type == Procedure.Type.NUMBER ? "bigint" : "text";
  }

  /** Serializable and repeatable reads find out by themselves that a row was changed meanwhile. */
  @Override
  boolean locksBeforeWrite(SqlProperties.Isolation isolation) {
    return isolation == SqlProperties.Isolation.READ_COMMITTED;
  }
}
