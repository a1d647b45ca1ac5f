package io.hybridycsb.ycsb.sql;

/**
 * YCSB binding {@code mariadb}: MariaDB, or a database that speaks its protocol and its SQL. Its
 * properties are those of {@link SqlProperties} under {@code mariadb.}, its operations are
 * described at {@link SqlDb}.
 */
public final class MariaDbClient extends SqlDb {
  public MariaDbClient() {
    super("mariadb", new MariaDbDialect());
  }
}
