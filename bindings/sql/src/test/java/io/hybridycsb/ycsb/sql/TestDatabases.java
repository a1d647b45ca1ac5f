package io.hybridycsb.ycsb.sql;

import io.hybridycsb.ledger.database.LedgerServer;
import io.hybridycsb.testdatabases.MariaDbServer;
import io.hybridycsb.testdatabases.SqlServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** Real databases: one server of each kind, which all tests of this JVM share. */
final class TestDatabases {
  private static LedgerServer postgresql;
  private static MariaDbServer mariaDb;

  private TestDatabases() {}

  /** The addresses of databases on the PostgreSQL. */
  record PostgresqlUrls(
      String plain,
      String superuser,
      String withLedger,
      String withoutLedger,
      String withOlderLedger) {}

  /**
   * Two addresses of a superuser, and three of a user who may not change a ledger, where there is
   * one.
   */
  static synchronized PostgresqlUrls postgresql() throws Exception {
    if (postgresql == null) {
      Path directory = Files.createTempDirectory("postgresql");
      LedgerServer server = new LedgerServer(directory);
      Runtime.getRuntime().addShutdownHook(new Thread(() -> end(server, directory)));
      postgresql = server;
      postgresql.execute("CREATE DATABASE plain");
      postgresql.execute("CREATE DATABASE older");
      makeOlderLedger(database("older", postgresql.url("postgres")));
    }
    String url = postgresql.url();
    String superuser = postgresql.url("postgres");
    return new PostgresqlUrls(
        database("plain", superuser),
        superuser,
        url,
        database("plain", url),
        database("older", url));
  }

  /** What tells it from one of today, and from none. */
  private static void makeOlderLedger(String url) throws SQLException {
    try (Connection connection = DriverManager.getConnection(url);
        Statement statement = connection.createStatement()) {
      statement.execute(
          "CREATE SCHEMA ledger; GRANT USAGE ON SCHEMA ledger TO ledger_writer;"
              + " CREATE TABLE ledger.history (number bigint)");
    }
  }

  private static String database(String name, String url) {
    return url.replaceFirst("/postgres\\?", "/" + name + "?");
  }

  static synchronized String mariaDb() throws Exception {
    if (mariaDb == null) {
      Path directory = Files.createTempDirectory("mariadb");
      MariaDbServer server = new MariaDbServer(directory);
      Runtime.getRuntime().addShutdownHook(new Thread(() -> end(server, directory)));
      mariaDb = server;
    }
    return mariaDb.url();
  }

  private static void end(SqlServer server, Path directory) {
    try {
      server.close();
      List<Path> files;
      try (Stream<Path> all = Files.walk(directory)) {
        files = all.sorted(Comparator.reverseOrder()).toList();
      }
      for (Path file : files) {
        Files.delete(file);
      }
    } catch (IOException e) {
      throw new IllegalStateException("a database has left files in " + directory, e);
    }
  }
}
