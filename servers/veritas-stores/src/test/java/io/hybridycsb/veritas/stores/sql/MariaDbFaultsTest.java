package io.hybridycsb.veritas.stores.sql;

import io.hybridycsb.testdatabases.MariaDbServer;
import io.hybridycsb.testdatabases.SqlServer;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;

/** With a real MariaDB. */
@Tag("campaign")
@Tag("databases")
class MariaDbFaultsTest extends SqlFaultsContract {
  @Override
  SqlServer newServer(Path directory) throws Exception {
    return new MariaDbServer(directory);
  }
}
