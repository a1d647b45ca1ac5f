package io.hybridycsb.relational.node.database;

import io.hybridycsb.relational.node.dialect.Dialect;
import io.hybridycsb.settings.DatabaseUrl;
import java.sql.SQLException;

/**
 * Where a node's database is, which it has to itself.
 *
 * @param url JDBC address, {@code jdbc:postgresql://127.0.0.1:5432/shop} for instance
 * @param user may be empty
 * @param password may be empty
 * @param connections for reads
 * @param timeoutMs longest wait for a lock, and for the database to come back
 * @param definitionTimeoutMs longest wait of a definition for those who read its table
 */
public record DatabaseOptions(
    String url,
    String user,
    String password,
    int connections,
    int timeoutMs,
    int definitionTimeoutMs) {
  /** Of definitions, unless something else is said. */
  public static final int DEFINITION_TIMEOUT_MS = 600_000;

  /** Checks the address. */
  public DatabaseOptions {
    Dialect.ofUrl(url);
    DatabaseUrl.requireNoUser("database.url", url);
  }

  /** Longest wait for an answer; the database itself ends a statement after four timeouts. */
  int answerMs() {
    return 5 * timeoutMs;
  }

  /** The address without its options, which may hold a password. */
  String shortUrl() {
    return DatabaseUrl.shortened(url);
  }

  /** What the database or its driver says, in one line. */
  String reason(SQLException e) {
    return DatabaseUrl.withoutOptions(url, Dialect.reason(e));
  }

  @Override
  public String toString() {
    return shortUrl();
  }
}
