package io.hybridycsb.veritas.stores.sql;

import io.hybridycsb.testdatabases.PostgresServer;
import io.hybridycsb.testdatabases.SqlServer;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;

/** With a real PostgreSQL. */
@Tag("campaign")
@Tag("databases")
class PostgresFaultsTest extends SqlFaultsContract {
  @Override
  SqlServer newServer(Path directory) throws Exception {
    return new PostgresServer(directory);
  }
}
