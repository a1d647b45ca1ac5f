package io.hybridycsb.ycsb.sql;

import static io.hybridycsb.ycsb.sql.TestClients.fields;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hybridycsb.ycsb.support.Procedure;
import io.hybridycsb.ycsb.support.ProcedureCall;
import io.hybridycsb.ycsb.support.ProcedureResult;
import io.hybridycsb.ycsb.support.Transaction;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
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
  SqlDb newClient() {
    return new PostgresqlLedgerClient();
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

  /** As a superuser, who may make what writers may not. */
  private static void administer(String sql) throws SQLException {
    try (Connection connection = DriverManager.getConnection(urls.superuser());
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  @Test
  void aTableThatTheLedgerDoesNotWatchIsNeitherReadNorWritten() throws Exception {
    administer(
        """
        CREATE TABLE %1$s (ycsb_key text PRIMARY KEY, ycsb_version bigint NOT NULL, a bytea);
        GRANT ALL ON %1$s TO ledger_writer;
        INSERT INTO %1$s VALUES ('user1', 1, 'x')
        """
            .formatted(table));

    assertThat(insert("user1", "a", "1")).isEqualTo(Status.BAD_REQUEST);
    assertThat(update("user1", "b", "1")).isEqualTo(Status.BAD_REQUEST);
    assertThat(client.delete(table, "user1")).isEqualTo(Status.BAD_REQUEST);
    assertThat(client.read(table, "user1", null, result)).isEqualTo(Status.BAD_REQUEST);
    Transaction transaction = begin();
    assertThatThrownBy(() -> transaction.put(table, "user1", fields("a", "1")))
        .hasMessageContaining(
            "the ledger does not watch the table public.%s: it does not belong to ledger_owner"
                .formatted(table));
    assertThat(call(nothing("1").call(1L))).containsExactly(ProcedureResult.of(Status.BAD_REQUEST));
  }

  /** As JSON in the history it would have more bytes than an audit reads. */
  @Test
  void aRecordOfMoreThanTheLedgerTakesIsABadRequest() throws Exception {
    String large = "x".repeat(17_000_000);

    assertThat(insert("user1", "a", large)).isEqualTo(Status.BAD_REQUEST);
    Transaction transaction = begin();
    transaction.put(table, "user2", fields("a", large));
    assertThatThrownBy(transaction::commit)
        .hasMessageContaining("and the ledger takes at most 32505856: write a smaller record");
    assertThat(changes()).isEmpty();
  }

  /** A procedure that writes nothing. */
  private Procedure nothing(String returned) {
    return new Procedure(
        "nothing",
        List.of(new Procedure.Parameter("p_any", Procedure.Type.NUMBER)),
        "BEGIN RETURN " + returned + "; END",
        "",
        Map.of(table, Set.of()),
        false);
  }

  /** Though procedures of the same name may differ, and a writer may make any. */
  @Test
  void aProcedureIsTheOneThatTheCallerHasWhateverOthersHaveMade() {
    assertThat(call(nothing("1").call(1L), nothing("2").call(1L), nothing("'3'").call(1L)))
        .containsExactly(
            ProcedureResult.committed(1),
            ProcedureResult.committed(2),
            ProcedureResult.committed(3));
  }

  /** The schema of a session's own tables would come first, if the session didn't say otherwise. */
  @Test
  void aTableThatIsOnlyThereForASessionIsNotTakenForTheOneOfTheName() throws Exception {
    insert("user1", "a", "1");
    ProcedureCall call =
        new Procedure(
                "shadow",
                List.of(),
                "BEGIN CREATE TEMP TABLE %1$s (LIKE public.%1$s); RETURN 1; END".formatted(table),
                "",
                Map.of(),
                false)
            .call();
    assertThat(call(call)).containsExactly(ProcedureResult.committed(1));

    update("user1", "a", "2");
    assertThat(changes()).containsExactly("INSERT user1 in 1", "UPDATE user1 in 2");
  }

  @Test
  void aLedgerOfAnotherReleaseIsRefusedAtOnceWithOneLine() {
    assertThatExceptionOfType(DBException.class)
        .isThrownBy(() -> reopen(Map.of("url", urls.withOlderLedger())));

    assertThat(ends)
        .singleElement()
        .asString()
        .endsWith(
            "the ledger in this database is of another release: run the ledger.sql of this one in"
                + " it, as a superuser");
  }
}
