package io.hybridycsb.ycsb.sql;

import io.hybridycsb.ycsb.support.Procedure;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Collection;
import java.util.Properties;
import java.util.stream.Collectors;
import org.mariadb.jdbc.Driver;

/**
 * MariaDB, from version 10.3 on. What stands in {@code /*M! }, databases that are only like it take
 * for a comment.
 */
final class MariaDbDialect extends Dialect {
  private static final int NAME_CHARACTERS_MAX = 64;

  /** What a packet holds besides the arguments: their types and lengths. */
  private static final int PACKET_EXTRA_BYTES = 65_536;

  MariaDbDialect() {
    super(new Driver(), "MariaDB", "jdbc:mariadb:", "LONGBLOB", NAME_CHARACTERS_MAX);
  }

  @Override
  Properties driverProperties(int timeoutS) {
    String ms = timeoutS + "000";
    Properties properties = new Properties();
    properties.setProperty("connectTimeout", ms);
    properties.setProperty("socketTimeout", ms);
    properties.setProperty("useServerPrepStmts", "true");
    return properties;
  }

  @Override
  String sessionSql(int timeoutS) {
    return "SET innodb_lock_wait_timeout = %1$d, lock_wait_timeout = %1$d".formatted(timeoutS)
        // Otherwise a value that is too long would be cut off rather than refused.
        + ", sql_mode = 'STRICT_ALL_TABLES'"
        + " /*M! , max_statement_time = %1$d.5, idle_transaction_timeout = %1$d */"
            .formatted(timeoutS);
  }

  /** It ends the connection of a client that sends a longer packet. */
  @Override
  long argumentBytesMax(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet result = statement.executeQuery("SELECT @@max_allowed_packet")) {
      result.next();
      return result.getLong(1) - PACKET_EXTRA_BYTES;
    }
  }

  @Override
  Failure failure(SQLException e) {
    return switch (e.getErrorCode()) {
      case 1146 -> Failure.NO_TABLE;
      case 1054 -> Failure.NO_COLUMN;
      case 1050, 1060, 1304 -> Failure.EXISTS;
      case 1305 -> Failure.NO_PROCEDURE;
      // Deadlock; a lock that took too long; a record that has changed since it was read; a row
      // that
      // another has just inserted; a table whose definition another has just changed.
      case 1213, 1205, 1020, 1062, 1412, 1615 -> Failure.ABORTED;
      // It took too long; the database is only read; its disk is full.
      case 1969, 3024, 1290, 1836, 1114, 1021 -> Failure.REFUSED;
      // Somebody has ended the connection.
      case 1927 -> Failure.LOST;
      // Of TiDB: another transaction wrote first; the table's definition has changed.
      case 9007, 8028 -> Failure.ABORTED;
      default -> failureOfClass(stateOf(e));
    };
  }

  private static Failure failureOfClass(String state) {
    if (state.startsWith("40")) {
      return Failure.ABORTED;
    }
    if (state.startsWith("08")) {
      return Failure.LOST;
    }
    // 45: what a procedure signals by itself.
    return state.startsWith("22") || state.startsWith("42") || state.startsWith("45")
        ? Failure.WRONG
        : Failure.OTHER;
  }

  @Override
  boolean mayConnectLater(SQLException e) {
    // 1040: too many connections; its state is that of a connection that is refused for good.
    return stateOf(e).startsWith("08") && !stateOf(e).equals("08004") || e.getErrorCode() == 1040;
  }

  @Override
  String quoted(String name) {
    return '`' + name.replace("`", "``") + '`';
  }

  @Override
  int lengthOf(String name) {
    return name.codePointCount(0, name.length());
  }

  @Override
  String createTable(String table, Collection<String> fields) {
    return "CREATE TABLE IF NOT EXISTS "
        + quoted(table)
        // To the other collation, a space at the end of a key is nothing.
        + " (%s VARCHAR(255) /*M! COLLATE utf8mb4_nopad_bin */ NOT NULL PRIMARY KEY"
            .formatted(quoted(KEY))
        + ", %s BIGINT NOT NULL".formatted(quoted(VERSION))
        + declared(fields)
        + ") ENGINE = InnoDB DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin";
  }

  @Override
  String insertAlone(String table, Collection<String> fields) {
    return "REPLACE INTO " + row(table, fields);
  }

  @Override
  String merge(String table, Collection<String> fields) {
    String version = quoted(VERSION);
    return insert(table, fields)
        + " ON DUPLICATE KEY UPDATE %1$s = %1$s + 1".formatted(version)
        + fields.stream()
            .map(field -> ", %1$s = VALUES(%1$s)".formatted(quoted(field)))
            .collect(Collectors.joining());
  }

  @Override
  String createProcedure(Procedure procedure) {
    return "CREATE FUNCTION IF NOT EXISTS "
        + function(procedure)
        + parameters(procedure)
        // Otherwise a server with a binary log refuses it.
        + " RETURNS BIGINT DETERMINISTIC MODIFIES SQL DATA "
        + procedure.mariadb();
  }

  @Override
  String type(Procedure.Type type) {
    return type == Procedure.Type.NUMBER ? "BIGINT" : "TEXT CHARACTER SET utf8mb4";
  }

  /**
   * A plain read takes a lock that others may share, or none. Two transactions that have read so
   * would wait for each other, or one would not see what the other has written.
   */
  @Override
  boolean locksBeforeWrite(SqlProperties.Isolation isolation) {
    return true;
  }
}
