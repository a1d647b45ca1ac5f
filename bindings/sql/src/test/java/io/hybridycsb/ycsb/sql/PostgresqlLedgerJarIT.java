package io.hybridycsb.ycsb.sql;

import io.hybridycsb.ledger.database.LedgerServer;
import io.hybridycsb.veritas.stores.sql.SqlServer;
import java.nio.file.Path;

class PostgresqlLedgerJarIT extends SqlJarContract {
  PostgresqlLedgerJarIT() {
    super("postgresql-ledger", "postgresql", PostgresqlLedgerClient.class, "PostgreSQL");
  }

  @Override
  SqlServer newServer(Path directory) throws Exception {
    return new LedgerServer(directory);
  }
}
