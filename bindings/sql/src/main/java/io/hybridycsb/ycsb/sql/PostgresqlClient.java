package io.hybridycsb.ycsb.sql;

/**
 * YCSB binding {@code postgresql}: PostgreSQL, or a database that speaks its protocol and its SQL.
 * Its properties are those of {@link SqlProperties} under {@code postgresql.}, its operations are
 * described at {@link SqlDb}.
 */
public final class PostgresqlClient extends SqlDb {
  public PostgresqlClient() {
    super("postgresql", new PostgresqlDialect());
  }
}
