package io.hybridycsb.veritas.stores.sql;

import io.hybridycsb.veritas.model.StateKey;
import java.util.Arrays;
import java.util.Map;
import java.util.stream.Collectors;

/** The differences between relational databases. Keys sort as unsigned bytes in each. */
enum SqlDialect {
  H2(
      "jdbc:h2:",
      "CREATE TABLE IF NOT EXISTS veritas_state"
          + " (k VARBINARY("
          + StateKey.MAX_BYTES
          + ") PRIMARY KEY, v VARBINARY(1048576) NOT NULL)",
      "MERGE INTO veritas_state (k, v) KEY (k) VALUES (?, ?)") {
    @Override
    Map<String, String> driverProperties(int timeoutMs) {
      return Map.of();
    }

    @Override
    String sessionSql(int timeoutMs) {
      return "SET QUERY_TIMEOUT " + timeoutMs;
    }
  },

  POSTGRESQL(
      "jdbc:postgresql:",
      "CREATE TABLE IF NOT EXISTS veritas_state (k BYTEA PRIMARY KEY, v BYTEA NOT NULL)",
      "INSERT INTO veritas_state (k, v) VALUES (?, ?) ON CONFLICT (k) DO UPDATE SET v = EXCLUDED.v") {
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
          + StateKey.MAX_BYTES
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
  };

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
  abstract Map<String, String> driverProperties(int timeoutMs);

  /**
   * The first statements of a new connection: they limit statements, locks and idle transactions.
   */
  abstract String sessionSql(int timeoutMs);

  private static int seconds(int timeoutMs) {
    return (timeoutMs + 999) / 1_000;
  }
}
