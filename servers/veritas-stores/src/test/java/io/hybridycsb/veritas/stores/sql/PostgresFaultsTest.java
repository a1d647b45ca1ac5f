package io.hybridycsb.veritas.stores.sql;

import java.nio.file.Path;

/** With a real PostgreSQL. */
class PostgresFaultsTest extends SqlFaultsContract {
  @Override
  SqlServer newServer(Path directory) throws Exception {
    return new PostgresServer(directory);
  }
}
