package io.hybridycsb.ycsb.sql;

import io.hybridycsb.veritas.stores.sql.PostgresServer;
import io.hybridycsb.veritas.stores.sql.SqlServer;
import java.nio.file.Path;

class PostgresqlJarIT extends SqlJarContract {
  PostgresqlJarIT() {
    super("postgresql", "postgresql", PostgresqlClient.class, "PostgreSQL");
  }

  @Override
  SqlServer newServer(Path directory) throws Exception {
    return new PostgresServer(directory);
  }
}
