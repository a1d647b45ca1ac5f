package io.hybridycsb.veritas.stores.sql;

import java.nio.file.Path;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;

/** On a real MariaDB. */
class MariaDbStateStoreTest extends SqlStateStoreContract {
  @TempDir private static Path directory;
  @AutoClose private static SqlServer server;

  @BeforeAll
  static void startServer() throws Exception {
    server = new MariaDbServer(directory);
  }

  @Override
  String url() {
    return server.url();
  }
}
