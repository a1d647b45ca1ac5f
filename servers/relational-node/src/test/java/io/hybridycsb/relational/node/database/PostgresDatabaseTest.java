package io.hybridycsb.relational.node.database;

import io.hybridycsb.relational.node.database.fixtures.TestDatabase;
import io.hybridycsb.relational.node.dialect.Dialect;
import io.hybridycsb.testdatabases.PostgresServer;
import io.hybridycsb.testdatabases.SqlServer;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.io.TempDir;

class PostgresDatabaseTest {
  @TempDir private static Path directory;

  private static PostgresServer server;

  private static final TestDatabase POSTGRES =
      new TestDatabase() {
        @Override
        public SqlServer server() {
          return server;
        }

        @Override
        public void clear(Connection connection) throws SQLException {
          Dialect.execute(connection, "DROP SCHEMA public CASCADE");
          Dialect.execute(connection, "CREATE SCHEMA public");
        }

        @Override
        public void cutOff(Connection connection) throws SQLException {
          Dialect.execute(
              connection,
              "SELECT pg_terminate_backend(pid, 60000) FROM pg_stat_activity"
                  + " WHERE pid IN (SELECT pid FROM pg_locks WHERE locktype = 'advisory')");
        }

        @Override
        public int cutOffAll(Connection connection) throws SQLException {
          try (Statement statement = connection.createStatement();
              ResultSet ended =
                  statement.executeQuery(
                      "SELECT count(pg_terminate_backend(pid, 60000)) FROM pg_stat_activity"
                          + " WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()")) {
            ended.next();
            return ended.getInt(1);
          }
        }

        @Override
        public String named(Connection connection) throws SQLException {
          try (Statement statement = connection.createStatement();
              ResultSet id = statement.executeQuery("SELECT pg_backend_pid()")) {
            id.next();
            return "pid %d .*idle in transaction, its transaction since .*"
                .formatted(id.getLong(1));
          }
        }

        @Override
        public void refuseKey(Connection connection, String table, String key) throws SQLException {
          Dialect.execute(
              connection,
              "CREATE FUNCTION broken() RETURNS trigger LANGUAGE plpgsql AS $f$ BEGIN"
                  + " RAISE EXCEPTION 'broken' USING ERRCODE = '58000'; END $f$");
          Dialect.execute(
              connection,
              "CREATE TRIGGER broken BEFORE INSERT ON %s FOR EACH ROW WHEN (NEW.ycsb_key = '%s') EXECUTE FUNCTION broken()"
                  .formatted(table, key));
        }
      };

  @BeforeAll
  static void startServer() throws Exception {
    server = new PostgresServer(directory);
  }

  @AfterAll
  static void stopServer() throws Exception {
    server.close();
  }

  @Nested
  class Records extends RecordsContract {
    Records() {
      super(POSTGRES);
    }
  }

  @Nested
  class Versions extends VersionsContract {
    Versions() {
      super(POSTGRES);
    }
  }

  @Nested
  class Statements extends StatementsContract {
    Statements() {
      super(POSTGRES);
    }
  }

  @Nested
  class Meanings extends MeaningsContract {
    Meanings() {
      super(POSTGRES);
    }
  }

  @Nested
  class Procedures extends ProceduresContract {
    Procedures() {
      super(POSTGRES);
    }
  }

  @Nested
  class Workloads extends WorkloadsContract {
    Workloads() {
      super(POSTGRES);
    }
  }

  @Nested
  class Work extends WorkContract {
    Work() {
      super(POSTGRES);
    }
  }

  @Nested
  class Hashes extends HashesContract {
    Hashes() {
      super(POSTGRES);
    }
  }

  @Nested
  class Recovery extends RecoveryContract {
    Recovery() {
      super(POSTGRES);
    }
  }

  @Nested
  class Waits extends LocksContract {
    Waits() {
      super(POSTGRES);
    }
  }

  @Nested
  class Skipping extends SkipContract {
    Skipping() {
      super(POSTGRES);
    }
  }
}
