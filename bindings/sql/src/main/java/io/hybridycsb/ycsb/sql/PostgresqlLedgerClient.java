package io.hybridycsb.ycsb.sql;

/**
 * YCSB binding {@code postgresql-ledger}: PostgreSQL with a ledger of all changes, which triggers
 * keep. Its properties are those of {@link SqlProperties} under {@code postgresql-ledger.}, its
 * operations are described at {@link SqlDb}.
 */
public final class PostgresqlLedgerClient extends SqlDb {
  public PostgresqlLedgerClient() {
    super("postgresql-ledger", new PostgresqlLedgerDialect());
  }
}
