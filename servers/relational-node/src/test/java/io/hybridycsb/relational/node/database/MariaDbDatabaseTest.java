package io.hybridycsb.relational.node.database;

import io.hybridycsb.veritas.stores.sql.MariaDbServer;
import io.hybridycsb.veritas.stores.sql.SqlServer;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;

class MariaDbDatabaseTest extends ProceduresContract {
  @TempDir private static Path directory;

  private static MariaDbServer mariadb;

  @BeforeAll
  static void startServer() throws Exception {
    mariadb = new MariaDbServer(directory);
  }

  @AfterAll
  static void stopServer() throws Exception {
    mariadb.close();
  }

  @Override
  SqlServer server() {
    return mariadb;
  }

  @Override
  void clear(Connection connection) throws SQLException {
    Dialect.execute(connection, "DROP DATABASE test");
    Dialect.execute(connection, "CREATE DATABASE test");
  }

  @Override
  void cutOff(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet holder = statement.executeQuery("SELECT IS_USED_LOCK('relational test')")) {
      holder.next();
      Dialect.execute(connection, "KILL CONNECTION " + holder.getLong(1));
    }
  }
}
