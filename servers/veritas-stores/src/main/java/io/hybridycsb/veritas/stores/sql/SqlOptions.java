package io.hybridycsb.veritas.stores.sql;

import io.hybridycsb.settings.DatabaseUrl;
import io.hybridycsb.settings.Property;
import io.hybridycsb.settings.Settings;

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

  private static final Property<String> URL =
      Property.text(
              "sql.url",
              "jdbc:...",
              "jdbc:h2:mem:veritas;DB_CLOSE_DELAY=-1",
              "JDBC address of an H2, a PostgreSQL or a MariaDB")
          .secret();
  private static final Property<String> USER =
      Property.text("sql.user", "NAME", "", "who connects to the database");
  private static final Property<String> PASSWORD =
      Property.text("sql.password", "TEXT", "", "that user's password").secret();
  private static final Property<Integer> CONNECTIONS =
      Property.integer(
          "sql.connections", 5, 2, Integer.MAX_VALUE, "connections of the writer and the readers");
  private static final Property<Integer> TIMEOUT_MS =
      Property.integer(
              "sql.timeout.ms",
              10_000,
              1_000,
              Integer.MAX_VALUE,
              "longest wait for a connection, a statement or a lock")
          .formerly("sql.timeoutMs");

  /** Checks the address. */
  public SqlOptions {
    SqlDialect.ofUrl(url);
    DatabaseUrl.requireNoUser(URL.name(), url);
  }

  /**
   * Takes them from a node's settings.
   *
   * @throws IllegalArgumentException if one is wrong
   */
  public static SqlOptions of(Settings settings) {
    return new SqlOptions(
        settings.get(URL),
        settings.get(USER),
        settings.get(PASSWORD),
        settings.get(CONNECTIONS),
        settings.get(TIMEOUT_MS));
  }

  /** The address without its options, which may hold a password. */
  String shortUrl() {
    return DatabaseUrl.shortened(url);
  }

  @Override
  public String toString() {
    return shortUrl();
  }
}
