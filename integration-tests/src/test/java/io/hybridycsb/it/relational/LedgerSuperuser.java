package io.hybridycsb.it.relational;

import io.hybridycsb.it.LocalCluster;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;

/** Who may do everything in the database, and does it behind the triggers' back. */
final class LedgerSuperuser {
  private LedgerSuperuser() {}

  /** Runs statements, without any trigger. */
  static void execute(LocalCluster cluster, String statements) throws SQLException {
    String url = "jdbc:postgresql://%s/postgres".formatted(cluster.process("node1").address());
    try (Connection connection = DriverManager.getConnection(url, "postgres", "");
        Statement statement = connection.createStatement()) {
      statement.execute("SET session_replication_role = replica; " + statements);
    }
  }
}
