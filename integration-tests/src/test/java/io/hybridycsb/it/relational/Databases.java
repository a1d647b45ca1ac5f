package io.hybridycsb.it.relational;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hybridycsb.it.LocalCluster;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;

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

  private Path passwordFile(String process, String user) {
    return cluster.runDirectory().resolve("passwords").resolve(process + "-" + user);
  }

  private String password(String process, String user) {
    try {
      return Files.readString(passwordFile(process, user)).strip();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * The user of clients or of a node has no rights but on its database, and nobody connects without
   * a password, which others on this machine can't read.
   */
  void requireClosed(String process, String database, String user) throws Exception {
    String superuser = isMariaDb(process) ? "root" : "postgres";
    for (String each : new String[] {user, superuser}) {
      requireRefused(() -> connect(process, database, each, "").close());
      requireRefused(() -> connect(process, database, each, "wrong").close());
      requireUnreadableForOthers(passwordFile(process, each));
    }
    try (Connection connection = connect(process, database, user, password(process, user));
        Statement statement = connection.createStatement()) {
      requireNoMoreRights(isMariaDb(process), statement);
    }
  }

  private static void requireRefused(ThrowingCallable connect) {
    // The second is PostgreSQL's driver's own: it doesn't try without a password.
    assertThatThrownBy(connect)
        .isInstanceOfSatisfying(
            SQLException.class, e -> assertThat(e.getSQLState()).matches("28...|08004"));
  }

  private static void requireNoMoreRights(boolean isMariaDb, Statement statement)
      throws SQLException {
    String rights =
        isMariaDb
            ? "SELECT group_concat(privilege_type) FROM information_schema.user_privileges"
            : "SELECT concat_ws(',', rolsuper, rolcreaterole, rolcreatedb, rolreplication, rolbypassrls)"
                + " FROM pg_roles WHERE rolname = current_user";
    try (ResultSet rows = statement.executeQuery(rights)) {
      rows.next();
      assertThat(rows.getString(1)).isEqualTo(isMariaDb ? "USAGE" : "f,f,f,f,f");
    }
  }

  /** Tried by root alone, who may act as another user. */
  private static void requireUnreadableForOthers(Path file) throws Exception {
    if (!System.getProperty("user.name").equals("root")) {
      return;
    }
    Process cat =
        new ProcessBuilder(
                "setpriv",
                "--reuid=65534",
                "--regid=65534",
                "--clear-groups",
                "cat",
                file.toString())
            .redirectErrorStream(true)
            .start();
    String output = new String(cat.getInputStream().readAllBytes(), UTF_8);
    assertThat(cat.waitFor()).as(output).isNotZero();
    assertThat(output).contains("Permission denied");
  }
}
