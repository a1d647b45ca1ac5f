package io.hybridycsb.relational.node.database.agree;

import io.hybridycsb.relational.node.dialect.Dialect;
import io.hybridycsb.testdatabases.MariaDbServer;
import io.hybridycsb.testdatabases.PostgresServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * A PostgreSQL and a MariaDB as they are, and one of each as an operator may have set it, whose
 * rows lie in another order after each block.
 */
final class ComparedDatabases implements AutoCloseable {
  /** What an operator may have set, as far as it changes what some statement means or does. */
  private static final Map<String, String> ODD_POSTGRESQL =
      Map.ofEntries(
          Map.entry("standard_conforming_strings", "off"),
          Map.entry("backslash_quote", "on"),
          Map.entry("escape_string_warning", "off"),
          Map.entry("bytea_output", "escape"),
          Map.entry("array_nulls", "off"),
          Map.entry("transform_null_equals", "on"),
          Map.entry("quote_all_identifiers", "on"),
          Map.entry("plpgsql.variable_conflict", "use_column"),
          Map.entry("check_function_bodies", "off"),
          Map.entry("default_transaction_isolation", "serializable"),
          Map.entry("DateStyle", "'SQL, DMY'"),
          Map.entry("IntervalStyle", "sql_standard"),
          Map.entry("TimeZone", "'Asia/Kathmandu'"),
          Map.entry("extra_float_digits", "0"),
          Map.entry("work_mem", "64"),
          Map.entry("plan_cache_mode", "force_generic_plan"),
          Map.entry("enable_indexscan", "off"),
          Map.entry("enable_indexonlyscan", "off"),
          Map.entry("enable_bitmapscan", "off"));

  private static final List<String> ODD_MARIADB =
      List.of(
          "SET GLOBAL sql_mode ="
              + " 'ORACLE,PAD_CHAR_TO_FULL_LENGTH,NO_UNSIGNED_SUBTRACTION,HIGH_NOT_PRECEDENCE'",
          "SET GLOBAL character_set_server = latin1",
          "SET GLOBAL collation_server = latin1_german2_ci",
          "SET GLOBAL collation_connection = utf8mb4_unicode_ci",
          "SET GLOBAL character_set_collations = 'utf8mb4=uca1400_ai_ci'",
          "SET GLOBAL div_precision_increment = 0",
          "SET GLOBAL tx_isolation = 'SERIALIZABLE'",
          "SET GLOBAL default_storage_engine = 'MyISAM'",
          "SET GLOBAL optimizer_switch = 'index_merge=off,mrr=on,index_condition_pushdown=off'");

  private static final int SHUFFLES = 3;

  private static final List<String> CLEAR_POSTGRESQL =
      List.of("DROP SCHEMA public CASCADE", "CREATE SCHEMA public");

  private final PostgresServer postgres;
  private final MariaDbServer mariadb;
  private final List<ComparedDatabase> all;

  ComparedDatabases(Path directory) throws Exception {
    postgres = new PostgresServer(Files.createDirectory(directory.resolve("postgresql")));
    mariadb = new MariaDbServer(Files.createDirectory(directory.resolve("mariadb")));
    all =
        List.of(
            new ComparedDatabase(
                "PostgreSQL", postgres.url(), CLEAR_POSTGRESQL, (table, height) -> List.of()),
            new ComparedDatabase(
                "PostgreSQL set otherwise",
                oddPostgresql(),
                CLEAR_POSTGRESQL,
                ComparedDatabases::shuffled),
            new ComparedDatabase(
                "MariaDB",
                mariadb.url(),
                List.of("DROP DATABASE test", "CREATE DATABASE test CHARACTER SET utf8mb4"),
                (table, height) -> List.of()),
            new ComparedDatabase(
                "MariaDB set otherwise",
                oddMariaDb(),
                List.of(
                    "DROP DATABASE odd",
                    "CREATE DATABASE odd CHARACTER SET latin1 COLLATE latin1_german2_ci"),
                (table, height) ->
                    height % SHUFFLES == 0
                        ? List.of("ALTER TABLE " + table + " FORCE", "ANALYZE TABLE " + table)
                        : List.of()));
  }

  List<ComparedDatabase> all() {
    return all;
  }

  /** Puts the rows into another order; the triggers don't see it. */
  private static List<String> shuffled(String table, long height) {
    if (height % SHUFFLES == 1) {
      return List.of(
          "VACUUM ANALYZE " + table,
          "CLUSTER %s USING %s"
              .formatted(
                  table, table.replaceFirst("\"", "\"" + Dialect.OWN).replaceFirst("\"$", "_k\"")));
    }
    return List.of(
        "SET session_replication_role = replica",
        "CREATE TEMP TABLE moved AS SELECT * FROM " + table,
        "DELETE FROM " + table,
        height % SHUFFLES == 0 ? "VACUUM " + table : "ANALYZE " + table,
        "INSERT INTO %s SELECT * FROM moved ORDER BY md5(ycsb_key || '%d')"
            .formatted(table, height),
        "DROP TABLE moved");
  }

  private String oddPostgresql() throws SQLException {
    try (Connection connection = DriverManager.getConnection(postgres.url())) {
      Dialect.execute(
          connection,
          "CREATE DATABASE odd TEMPLATE template0 ENCODING 'UTF8' LOCALE '%s'"
              .formatted(otherCollation(connection)));
      for (Map.Entry<String, String> each : ODD_POSTGRESQL.entrySet()) {
        Dialect.execute(
            connection, "ALTER DATABASE odd SET %s = %s".formatted(each.getKey(), each.getValue()));
      }
    }
    return postgres.url().replace("/postgres?", "/odd?");
  }

  /** One that orders by a language's rules, where the machine has one. */
  private static String otherCollation(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet found =
            statement.executeQuery(
                "SELECT collcollate FROM pg_collation WHERE collprovider = 'c' AND collencoding ="
                    + " pg_char_to_encoding('UTF8') AND collcollate ILIKE '%utf%8' ORDER BY"
                    + " collcollate ILIKE 'C.%', collcollate LIMIT 1")) {
      return found.next() ? found.getString(1) : "C";
    }
  }

  private String oddMariaDb() throws SQLException {
    try (Connection connection = DriverManager.getConnection(mariadb.url())) {
      Dialect.execute(connection, "CREATE DATABASE odd");
    }
    return mariadb.url().replace("/test?", "/odd?");
  }

  /** Words that mean something to one of the databases, and the names of columns that it has. */
  SortedSet<String> words() throws SQLException {
    SortedSet<String> words = new TreeSet<>();
    words.addAll(words(mariadb.url(), "SELECT word FROM information_schema.keywords"));
    words.addAll(words(postgres.url(), "SELECT word FROM pg_get_keywords()"));
    words.addAll(words(postgres.url(), "SELECT attname FROM pg_attribute WHERE attnum < 0"));
    return words;
  }

  private static List<String> words(String url, String sql) throws SQLException {
    List<String> words = new ArrayList<>();
    try (Connection connection = DriverManager.getConnection(url);
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(sql)) {
      while (rows.next()) {
        words.add(rows.getString(1).toLowerCase(Locale.ROOT));
      }
    }
    return words;
  }

  /** Empties all. Only the last database's connection gets what is set for the server. */
  void beginEmpty() throws SQLException {
    for (ComparedDatabase each : all.subList(0, all.size() - 1)) {
      each.beginEmpty();
    }
    setMariaDb(ODD_MARIADB);
    try {
      all.get(all.size() - 1).beginEmpty();
    } finally {
      setMariaDb(
          ODD_MARIADB.stream().map(each -> each.replaceFirst(" = .*", " = DEFAULT")).toList());
    }
  }

  private void setMariaDb(List<String> statements) throws SQLException {
    try (Connection connection = DriverManager.getConnection(mariadb.url())) {
      for (String each : statements) {
        Dialect.execute(connection, each);
      }
    }
  }

  @Override
  public void close() throws IOException {
    all.forEach(ComparedDatabase::close);
    postgres.close();
    mariadb.close();
  }
}
