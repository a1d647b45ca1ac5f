package io.hybridycsb.ycsb.sql;

import static io.hybridycsb.ycsb.sql.TestClients.fields;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.hybridycsb.ycsb.support.Terminator;
import io.hybridycsb.ycsb.support.Transaction;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import site.ycsb.DBException;
import site.ycsb.Status;

/** On a real PostgreSQL with a ledger, as a user who may not change it. */
class PostgresqlLedgerClientTest extends FaultsContract {
  private static TestDatabases.PostgresqlUrls urls;

  @BeforeAll
  static void startServer() throws Exception {
    urls = TestDatabases.postgresql();
  }

  @Override
  String url() {
    return urls.withLedger();
  }

  @Override
  String binding() {
    return "postgresql-ledger";
  }

  @Override
  String protocol() {
    return "postgresql";
  }

  @Override
  String title() {
    return "PostgreSQL";
  }

  @Override
  SqlDb newClient(Terminator terminator) {
    return new PostgresqlLedgerClient(terminator);
  }

  /** The changes of the test's table, with the number of their transaction, from 1 on. */
  private List<String> changes() throws SQLException {
    List<String> changes = new ArrayList<>();
    try (Connection connection = another();
        Statement statement = connection.createStatement();
        ResultSet rows =
            statement.executeQuery(
                """
                SELECT operation || ' ' || key || ' in '
                    || dense_rank() OVER (ORDER BY transaction_id)
                FROM ledger.history WHERE table_name = 'public.%s' ORDER BY number
                """
                    .formatted(table))) {
      while (rows.next()) {
        changes.add(rows.getString(1));
      }
    }
    return changes;
  }

  @Test
  void everyWriteIsInTheHistoryAndThoseOfATransactionTogether() throws Exception {
    insert("user1", "a", "1");
    insert("user2", "a", "1");
    update("user1", "a", "2", "b", "2");
    insert("user1", "a", "3");
    Transaction transaction = begin();
    transaction.put(table, "user1", fields("a", "4"));
    transaction.delete(table, "user2");
    assertThat(transaction.commit()).isEqualTo(Status.OK);
    Transaction aborted = begin();
    aborted.put(table, "user1", fields("a", "5"));
    aborted.abort();
    client.delete(table, "user1");

    assertThat(changes())
        .containsExactly(
            "INSERT user1 in 1",
            "INSERT user2 in 2",
            "UPDATE user1 in 3",
            "DELETE user1 in 4",
            "INSERT user1 in 4",
            "UPDATE user1 in 5",
            "DELETE user2 in 5",
            "DELETE user1 in 6");
  }

  @Test
  void aDatabaseWithoutALedgerIsRefusedAtOnceWithOneLine() {
    assertThatExceptionOfType(DBException.class)
        .isThrownBy(() -> reopen(Map.of("url", urls.withoutLedger())));

    assertThat(ends)
        .singleElement()
        .asString()
        .endsWith(
            "refuses the connection: there is no ledger in this database: run ledger.sql in it"
                + " first");
  }
}
