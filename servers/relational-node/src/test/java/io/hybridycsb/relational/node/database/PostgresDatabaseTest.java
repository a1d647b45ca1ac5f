package io.hybridycsb.relational.node.database;

import io.hybridycsb.veritas.stores.sql.PostgresServer;
import io.hybridycsb.veritas.stores.sql.SqlServer;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;

class PostgresDatabaseTest extends ProceduresContract {
  @TempDir private static Path directory;

  private static PostgresServer postgres;

  @BeforeAll
  static void startServer() throws Exception {
    postgres = new PostgresServer(directory);
  }

  @AfterAll
  static void stopServer() throws Exception {
    postgres.close();
  }

  @Override
  SqlServer server() {
    return postgres;
  }

  @Override
  void clear(Connection connection) throws SQLException {
    Dialect.execute(connection, "DROP SCHEMA public CASCADE");
    Dialect.execute(connection, "CREATE SCHEMA public");
  }

  @Override
  void cutOff(Connection connection) throws SQLException {
    Dialect.execute(
        connection,
        "SELECT pg_terminate_backend(pid, 60000) FROM pg_stat_activity"
            + " WHERE pid IN (SELECT pid FROM pg_locks WHERE locktype = 'advisory')");
  }
}
