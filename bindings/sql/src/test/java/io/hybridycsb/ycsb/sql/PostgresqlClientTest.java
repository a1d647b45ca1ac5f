package io.hybridycsb.ycsb.sql;

import static io.hybridycsb.ycsb.sql.TestClients.inThreads;
import static io.hybridycsb.ycsb.sql.TestClients.values;
import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import site.ycsb.Status;

/** On a real PostgreSQL. */
class PostgresqlClientTest extends FaultsContract {
  private static String url;

  @BeforeAll
  static void startServer() throws Exception {
    url = TestDatabases.postgresql().plain();
  }

  @Override
  String url() {
    return url;
  }

  @Override
  String binding() {
    return "postgresql";
  }

  @Override
  String title() {
    return "PostgreSQL";
  }

  @Override
  SqlDb newClient() {
    return new PostgresqlClient();
  }

  /**
   * To replace a record, each of them reads and writes the one page of the index. So all are
   * aborted but the first that commits, which takes as long as on a slow disk.
   */
  @Test
  void thoseWhoReplaceRecordsOfASmallTableDoNotAbortEachOtherForGood() throws Exception {
    for (int i = 0; i < 32; i++) {
      insert("user" + i, "a", "1");
    }
    slowDownCommits();
    Queue<Status> statuses = new ConcurrentLinkedQueue<>();
    inThreads(
        32,
        thread -> {
          SqlDb own = connected(Map.of());
          statuses.add(own.insert(table, "user" + thread, values("a", "2")));
          own.cleanup();
        });

    assertThat(statuses).hasSize(32).containsOnly(Status.OK);
  }

  private void slowDownCommits() throws SQLException {
    try (Connection connection = another();
        Statement statement = connection.createStatement()) {
      statement.execute(
          """
          CREATE FUNCTION slow_down() RETURNS trigger LANGUAGE plpgsql
          AS 'BEGIN PERFORM pg_sleep(0.01); RETURN NULL; END'
          """);
      statement.execute(
          """
          CREATE CONSTRAINT TRIGGER slow AFTER INSERT ON %s DEFERRABLE INITIALLY DEFERRED
          FOR EACH ROW EXECUTE FUNCTION slow_down()
          """
              .formatted(table));
      connection.commit();
    }
  }
}
