package io.hybridycsb.ycsb.sql;

import io.hybridycsb.veritas.stores.sql.PostgresServer;
import io.hybridycsb.veritas.stores.sql.SqlServer;
import io.hybridycsb.ycsb.support.Terminator;
import java.nio.file.Path;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;

/** On a real PostgreSQL. */
class PostgresqlClientTest extends FaultsContract {
  @TempDir private static Path directory;
  @AutoClose private static SqlServer server;

  @BeforeAll
  static void startServer() throws Exception {
    server = new PostgresServer(directory);
  }

  @Override
  SqlServer server() {
    return server;
  }

  @Override
  String binding() {
    return "postgresql";
  }

  @Override
  String title() {
    return "PostgreSQL";
  }

  @Override
  SqlDb newClient(Terminator terminator) {
    return new PostgresqlClient(terminator);
  }
}
