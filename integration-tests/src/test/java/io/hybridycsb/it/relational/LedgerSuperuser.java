package io.hybridycsb.it.relational;

import io.hybridycsb.it.cluster.LocalCluster;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;

/** Who may do everything in the database. */
final class LedgerSuperuser {
  private LedgerSuperuser() {}

  /** Runs statements while the triggers of a table are off. */
  static void behind(LocalCluster cluster, String table, String statements) throws SQLException {
    execute(
        cluster,
        """
        ALTER TABLE %1$s DISABLE TRIGGER USER;
        %2$s;
        ALTER TABLE %1$s ENABLE ALWAYS TRIGGER ledger_write;
        ALTER TABLE %1$s ENABLE ALWAYS TRIGGER ledger_truncate
        """
            .formatted(table, statements));
  }

  /** Runs statements. */
  static void execute(LocalCluster cluster, String statements) throws SQLException {
    try (Connection connection = new Databases(cluster).superuser("node1", "postgres");
        Statement statement = connection.createStatement()) {
      statement.execute(statements);
    }
  }
}
