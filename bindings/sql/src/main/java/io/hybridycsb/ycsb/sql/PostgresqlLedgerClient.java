package io.hybridycsb.ycsb.sql;

import io.hybridycsb.ycsb.outcome.Terminator;

/**
 * YCSB binding {@code postgresql-ledger}: PostgreSQL with a ledger of all changes, which triggers
 * keep. Its properties are those of {@link SqlProperties} under {@code postgresql-ledger.}, its
 * operations are described at {@link SqlDb}.
 */
public final class PostgresqlLedgerClient extends SqlDb {
  public PostgresqlLedgerClient() {
    this(Terminator.EXIT);
  }

  PostgresqlLedgerClient(Terminator terminator) {
    super("postgresql-ledger", new PostgresqlLedgerDialect(), terminator);
  }
}
