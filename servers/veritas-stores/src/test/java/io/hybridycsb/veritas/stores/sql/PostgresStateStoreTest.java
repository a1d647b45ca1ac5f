package io.hybridycsb.veritas.stores.sql;

import io.hybridycsb.testdatabases.PostgresServer;
import io.hybridycsb.testdatabases.SqlServer;
import java.nio.file.Path;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;

/** On a real PostgreSQL. */
@Tag("veritas-kafka")
@Tag("campaign")
class PostgresStateStoreTest extends SqlStateStoreContract {
  @TempDir private static Path directory;
  @AutoClose private static SqlServer server;

  @BeforeAll
  static void startServer() throws Exception {
    server = new PostgresServer(directory);
  }

  @Override
  String url() {
    return server.url();
  }
}
