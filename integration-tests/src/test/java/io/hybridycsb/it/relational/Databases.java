package io.hybridycsb.it.relational;

import static org.assertj.core.api.Assertions.assertThat;

import io.hybridycsb.it.cluster.LocalCluster;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/** The databases of a cluster, and who connects to them. */
final class Databases {
  /** What a relational node's database is called, and who connects to it. */
  static final String OF_NODES = "relational";

  private final LocalCluster cluster;

  Databases(LocalCluster cluster) {
    this.cluster = cluster;
  }

  /** Connects to a database of a PostgreSQL as its superuser, who may do without triggers. */
  Connection superuser(String process, String database) throws SQLException {
    return connect(process, database, "postgres", password(process, "postgres"));
  }

  private Connection connect(String process, String database, String user, String password)
      throws SQLException {
    String kind = isMariaDb(process) ? "mariadb" : "postgresql";
    String options = isMariaDb(process) ? "?sslMode=disable" : "";
    String address = cluster.process(process).address();
    return DriverManager.getConnection(
        "jdbc:%s://%s/%s%s".formatted(kind, address, database, options), user, password);
  }

  private boolean isMariaDb(String process) {
    return process.startsWith("mariadb") || cluster.system().equals("mariadb");
  }

  private String password(String process, String user) {
    try {
      return Files.readString(
              cluster.runDirectory().resolve("passwords").resolve(process + "-" + user))
          .strip();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The user of clients or of a node has no rights but on its database. */
  void requireNoMoreRights(String process, String database, String user) throws SQLException {
    try (Connection connection = connect(process, database, user, password(process, user));
        Statement statement = connection.createStatement()) {
      requireNoMoreRights(isMariaDb(process), database, statement);
    }
  }

  private static void requireNoMoreRights(boolean isMariaDb, String database, Statement statement)
      throws SQLException {
    String rights =
        isMariaDb
            ? "SELECT group_concat(privilege_type) FROM information_schema.user_privileges"
            : "SELECT concat_ws(',', rolsuper, rolcreaterole, rolcreatedb, rolreplication, rolbypassrls,"
                + " (SELECT string_agg(datname, ' ') FROM pg_database"
                + " WHERE datallowconn AND has_database_privilege(datname, 'CONNECT')))"
                + " FROM pg_roles WHERE rolname = current_user";
    try (ResultSet rows = statement.executeQuery(rights)) {
      rows.next();
      assertThat(rows.getString(1)).isEqualTo(isMariaDb ? "USAGE" : "f,f,f,f,f," + database);
    }
  }
}
