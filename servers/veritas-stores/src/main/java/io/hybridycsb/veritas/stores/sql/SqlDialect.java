package io.hybridycsb.veritas.stores.sql;

import io.hybridycsb.veritas.core.txn.TransactionLimits;
import io.hybridycsb.veritas.model.KeyLimit;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Arrays;
import java.util.Map;
import java.util.stream.Collectors;

/** The differences between relational databases. Keys sort as unsigned bytes in each. */
enum SqlDialect {
  H2(
      "jdbc:h2:",
      // Values stand in their rows. An earlier release made a column for values up to 1 MiB.
      ("SET MAX_LENGTH_INPLACE_LOB %s; CREATE TABLE IF NOT EXISTS veritas_state (k"
              + " VARBINARY(%s) PRIMARY KEY, v BLOB NOT NULL); ALTER TABLE veritas_state ALTER"
              + " COLUMN v SET DATA TYPE BLOB")
          .formatted(TransactionLimits.VALUE_BYTES_CEILING, KeyLimit.BYTES_MAX),
      "MERGE INTO veritas_state (k, v) KEY (k) VALUES (?, ?)") {
    @Override
    String sessionSql(int timeoutMs) {
      return "SET QUERY_TIMEOUT " + timeoutMs;
    }
  },

  POSTGRESQL(
      "jdbc:postgresql:",
      "CREATE TABLE IF NOT EXISTS veritas_state (k BYTEA PRIMARY KEY, v BYTEA NOT NULL)",
      "INSERT INTO veritas_state (k, v) VALUES (?, ?) ON CONFLICT (k) DO UPDATE SET v ="
          + " EXCLUDED.v") {
    @Override
    Map<String, String> driverProperties(int timeoutMs) {
      String timeoutS = String.valueOf(seconds(timeoutMs));
      return Map.of(
          "connectTimeout", timeoutS,
          "loginTimeout", timeoutS,
          "socketTimeout", timeoutS,
          // A batch of rows is sent and planned as a few statements with many rows each.
          "reWriteBatchedInserts", "true");
    }

    @Override
    String sessionSql(int timeoutMs) {
      return "SET statement_timeout = "
          + timeoutMs
          + "; SET idle_in_transaction_session_timeout = "
          + timeoutMs
          // Otherwise it reports at each start that the tables exist.
          + "; SET client_min_messages = warning";
    }
  },

  MARIADB(
      "jdbc:mariadb:",
      "CREATE TABLE IF NOT EXISTS veritas_state (k VARBINARY("
          + KeyLimit.BYTES_MAX
          + ") NOT NULL PRIMARY KEY, v LONGBLOB NOT NULL) ENGINE = InnoDB",
      "INSERT INTO veritas_state (k, v) VALUES (?, ?) ON DUPLICATE KEY UPDATE v = VALUES(v)") {
    @Override
    Map<String, String> driverProperties(int timeoutMs) {
      return Map.of(
          "connectTimeout", String.valueOf(timeoutMs), "socketTimeout", String.valueOf(timeoutMs));
    }

    @Override
    String sessionSql(int timeoutMs) {
      int seconds = seconds(timeoutMs);
      return "SET max_statement_time = "
          + seconds
          + ", lock_wait_timeout = "
          + seconds
          + ", innodb_lock_wait_timeout = "
          + seconds
          + ", idle_transaction_timeout = "
          + seconds
          // Without it, a value that is too long would be cut off rather than refused.
          + ", sql_mode = 'STRICT_ALL_TABLES'";
    }

    @Override
    void requireRoomForValues(Connection connection) throws SQLException {
      try (Statement statement = connection.createStatement();
          ResultSet result = statement.executeQuery("SELECT @@max_allowed_packet")) {
        result.next();
        if (result.getLong(1) < PACKET_BYTES_MIN) {
          throw new SQLException(
              "max_allowed_packet is %d; set it to %d or more, so that the longest record fits"
                  .formatted(result.getLong(1), PACKET_BYTES_MIN));
        }
      }
    }
  };

  /**
   * A statement carries bytes as text, two for one at the worst; besides, a key and its own words.
   */
  private static final long PACKET_BYTES_MIN = 2L * TransactionLimits.VALUE_BYTES_CEILING + 65_536;

  private final String urlPrefix;
  private final String createStateTable;
  private final String upsert;

  SqlDialect(String urlPrefix, String createStateTable, String upsert) {
    this.urlPrefix = urlPrefix;
    this.createStateTable = createStateTable;
    this.upsert = upsert;
  }

  static SqlDialect ofUrl(String url) {
    for (SqlDialect dialect : values()) {
      if (url.startsWith(dialect.urlPrefix)) {
        return dialect;
      }
    }
    String prefixes =
        Arrays.stream(values()).map(d -> d.urlPrefix).collect(Collectors.joining(", "));
    // The given value isn't shown: it may hold a password.
    throw new IllegalArgumentException("sql.url must start with one of " + prefixes);
  }

  /** Creates {@code veritas_state} unless it exists. */
  String createStateTable() {
    return createStateTable;
  }

  /** Writes key and value, in this order, over what is there. */
  String upsert() {
    return upsert;
  }

  /** The driver's properties that bound its waiting for the server. */
  Map<String, String> driverProperties(int timeoutMs) {
    return Map.of();
  }

  /**
   * The first statements of a new connection: they limit statements, locks and idle transactions.
   */
  abstract String sessionSql(int timeoutMs);

  /**
   * Checks that the database takes the longest value that a cluster may allow.
   *
   * @throws SQLException if it doesn't; the message says what to set
   */
  void requireRoomForValues(Connection connection) throws SQLException {}

  private static int seconds(int timeoutMs) {
    return (timeoutMs + 999) / 1_000;
  }
}
