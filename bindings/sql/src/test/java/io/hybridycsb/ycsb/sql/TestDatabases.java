package io.hybridycsb.ycsb.sql;

import io.hybridycsb.ledger.database.LedgerServer;
import io.hybridycsb.testdatabases.MariaDbServer;
import io.hybridycsb.testdatabases.SqlServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** Real databases: one server of each kind, which all tests of this JVM share. */
final class TestDatabases {
  private static LedgerServer postgresql;
  private static MariaDbServer mariaDb;

  private TestDatabases() {}

  /** The addresses of databases on the PostgreSQL. */
  record PostgresqlUrls(String plain, String withLedger, String withoutLedger) {}

  /**
   * One database that a superuser writes to, and two of a user who may not change a ledger, where
   * there is one.
   */
  static synchronized PostgresqlUrls postgresql() throws Exception {
    if (postgresql == null) {
      Path directory = Files.createTempDirectory("postgresql");
      LedgerServer server = new LedgerServer(directory);
      Runtime.getRuntime().addShutdownHook(new Thread(() -> end(server, directory)));
      postgresql = server;
      postgresql.execute("CREATE DATABASE plain");
    }
    String url = postgresql.url();
    return new PostgresqlUrls(
        database("plain", postgresql.url("postgres")), url, database("plain", url));
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
