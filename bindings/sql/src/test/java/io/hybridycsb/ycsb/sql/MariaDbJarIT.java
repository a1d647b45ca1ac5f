package io.hybridycsb.ycsb.sql;

import io.hybridycsb.veritas.stores.sql.MariaDbServer;
import io.hybridycsb.veritas.stores.sql.SqlServer;
import java.nio.file.Path;

class MariaDbJarIT extends SqlJarContract {
  MariaDbJarIT() {
    super("mariadb", "mariadb", MariaDbClient.class, "MariaDB");
  }

  @Override
  SqlServer newServer(Path directory) throws Exception {
    return new MariaDbServer(directory);
  }
}
