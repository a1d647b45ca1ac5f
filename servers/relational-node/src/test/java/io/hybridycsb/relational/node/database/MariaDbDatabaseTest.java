package io.hybridycsb.relational.node.database;

import static io.hybridycsb.relational.node.database.fixtures.Txns.put;
import static io.hybridycsb.relational.node.database.fixtures.Txns.records;
import static io.hybridycsb.relational.node.database.fixtures.Txns.table;
import static io.hybridycsb.relational.node.database.fixtures.Txns.transaction;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hybridycsb.relational.node.database.fixtures.TestDatabase;
import io.hybridycsb.relational.node.dialect.DatabaseFailure;
import io.hybridycsb.relational.node.dialect.Dialect;
import io.hybridycsb.testdatabases.MariaDbServer;
import io.hybridycsb.testdatabases.SqlServer;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MariaDbDatabaseTest {
  private static final int NO_SUCH_CONNECTION = 1094;

  @TempDir private static Path directory;

  private static MariaDbServer server;

  private static final TestDatabase MARIADB =
      new TestDatabase() {
        @Override
        public SqlServer server() {
          return server;
        }

        @Override
        public void clear(Connection connection) throws SQLException {
          Dialect.execute(connection, "DROP DATABASE test");
          Dialect.execute(connection, "CREATE DATABASE test");
        }

        @Override
        public int cutOffAll(Connection connection) throws SQLException {
          int ended = 0;
          try (Statement statement = connection.createStatement();
              ResultSet clients = statement.executeQuery("SHOW PROCESSLIST")) {
            while (clients.next()) {
              // This one is at its query.
              if ("Sleep".equals(clients.getString("Command"))) {
                kill(connection, clients.getLong("Id"));
                ended++;
              }
            }
          }
          return ended;
        }

        private void kill(Connection connection, long other) throws SQLException {
          try {
            Dialect.execute(connection, "KILL CONNECTION " + other);
          } catch (SQLException e) {
            // It may have ended by itself, as those of an earlier test's pool do.
            if (e.getErrorCode() != NO_SUCH_CONNECTION) {
              throw e;
            }
          }
        }

        @Override
        public void cutOff(Connection connection) throws SQLException {
          try (Statement statement = connection.createStatement();
              ResultSet holder = statement.executeQuery("SELECT IS_USED_LOCK('relational test')")) {
            holder.next();
            Dialect.execute(connection, "KILL CONNECTION " + holder.getLong(1));
          }
        }

        @Override
        public String named(Connection connection) throws SQLException {
          try (Statement statement = connection.createStatement();
              ResultSet id = statement.executeQuery("SELECT CONNECTION_ID()")) {
            id.next();
            return "connection %d of user root at .*sleep, since .* s".formatted(id.getLong(1));
          }
        }

        @Override
        public void refuseKey(Connection connection, String table, String key) throws SQLException {
          Dialect.execute(
              connection,
              "CREATE TRIGGER broken BEFORE INSERT ON %s FOR EACH ROW IF NEW.ycsb_key = '%s' THEN SIGNAL SQLSTATE 'HY000' SET MESSAGE_TEXT = 'broken'; END IF"
                  .formatted(table, key));
        }
      };

  @BeforeAll
  static void startServer() throws Exception {
    server = new MariaDbServer(directory);
  }

  @AfterAll
  static void stopServer() throws Exception {
    server.close();
  }

  @Nested
  class Records extends RecordsContract {
    Records() {
      super(MARIADB);
    }
  }

  @Nested
  class Versions extends VersionsContract {
    Versions() {
      super(MARIADB);
    }
  }

  @Nested
  class Statements extends StatementsContract {
    Statements() {
      super(MARIADB);
    }
  }

  @Nested
  class Meanings extends MeaningsContract {
    Meanings() {
      super(MARIADB);
    }
  }

  @Nested
  class Once extends OnceContract {
    Once() {
      super(MARIADB);
    }
  }

  @Nested
  class Procedures extends ProceduresContract {
    Procedures() {
      super(MARIADB);
    }
  }

  @Nested
  class Workloads extends WorkloadsContract {
    Workloads() {
      super(MARIADB);
    }
  }

  @Nested
  class Work extends WorkContract {
    Work() {
      super(MARIADB);
    }
  }

  @Nested
  class Hashes extends HashesContract {
    Hashes() {
      super(MARIADB);
    }
  }

  @Nested
  class Recovery extends RecoveryContract {
    Recovery() {
      super(MARIADB);
    }
  }

  @Nested
  class Waits extends LocksContract {
    Waits() {
      super(MARIADB);
    }
  }

  @Nested
  class Skipping extends SkipContract {
    Skipping() {
      super(MARIADB);
    }

    @Test
    void whatSomebodyElseHasWrittenIsNotRemoved() throws SQLException {
      block(2, transaction(2, records(put("t", "k"))));
      try (Connection connection = connection()) {
        Dialect.execute(connection, "ALTER TABLE t ADD COLUMN theirs VARCHAR(9) DEFAULT 'kept'");
        Dialect.execute(connection, "CREATE TABLE u AS SELECT 1 AS theirs");
      }
      assertThatThrownBy(() -> block(3, transaction(3, table("t", "b"))))
          .isInstanceOf(DatabaseFailure.class)
          .hasMessageStartingWith("table t has values of theirs that the chain knows nothing of");
      startAgain();
      assertThatThrownBy(() -> block(3, transaction(3, table("u", "b"))))
          .isInstanceOf(DatabaseFailure.class)
          .hasMessageStartingWith("table u has records that the chain knows nothing of");
      try (Connection connection = connection()) {
        Dialect.execute(connection, "UPDATE u SET theirs = (SELECT COUNT(theirs) FROM t)");
      }
    }
  }
}
