package io.hybridycsb.veritas.stores.sql;

/**
 * Where a database is and how long to wait for it.
 *
 * @param url JDBC address, {@code jdbc:postgresql://127.0.0.1:5432/veritas} for instance
 * @param user may be empty
 * @param password may be empty
 * @param connections connections shared by the writer and the readers
 * @param timeoutMs longest wait for a connection or for a statement
 */
public record SqlOptions(String url, String user, String password, int connections, int timeoutMs) {

  /** Checks the address and the numbers. */
  public SqlOptions {
    SqlDialect.ofUrl(url);
    if (connections < 2) {
      throw new IllegalArgumentException("sql.connections must be at least 2, not " + connections);
    }
    if (timeoutMs < 1_000) {
      throw new IllegalArgumentException("sql.timeoutMs must be at least 1000, not " + timeoutMs);
    }
  }

  /** The defaults: no user, 5 connections, 10 s. */
  public static SqlOptions at(String url) {
    return new SqlOptions(url, "", "", 5, 10_000);
  }

  /** The address without its options, which may hold a password. */
  String shortUrl() {
    return url.split("[;?]", 2)[0];
  }

  @Override
  public String toString() {
    return shortUrl();
  }
}
