package io.hybridycsb.veritas.stores.sql;

import java.nio.file.Path;

/** With a real MariaDB. */
class MariaDbFaultsTest extends SqlFaultsContract {
  @Override
  SqlServer newServer(Path directory) throws Exception {
    return new MariaDbServer(directory);
  }
}
