package io.hybridycsb.ledger.audit;

import static org.assertj.core.api.Assertions.assertThat;

import io.hybridycsb.commands.Findings;
import io.hybridycsb.commands.Progress;
import io.hybridycsb.ledger.database.Head;
import io.hybridycsb.ledger.database.Ledger;
import io.hybridycsb.ledger.database.LedgerServer;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a superuser changes behind the triggers' back, on a real PostgreSQL. */
class TamperTest {
  private static final int TIMEOUT_S = 60;
  private static final int RECORDS = 5;

  private static final String HASH_ANEW =
      """
      UPDATE ledger.history h SET hash = sha256(p.hash || int8send(h.number)
        || int8send(h.transaction_id) || ledger.encoded(h.table_name) || ledger.encoded(h.key)
        || ledger.encoded(h.operation) || ledger.encoded(h.contents))
      FROM ledger.history p WHERE p.number = h.number - 1""";

  @TempDir private static Path directory;
  @AutoClose private static LedgerServer server;

  private Head first;
  private Head last;

  @BeforeAll
  static void startServer() throws Exception {
    server = new LedgerServer(directory);
  }

  /** The same five records in the same history, whatever the test before has done. */
  @BeforeEach
  void writeRecords() throws SQLException {
    server.execute(
        """
        DROP TABLE IF EXISTS t;
        DELETE FROM ledger.history;
        SELECT lo_put(1279607154, 0, convert_to(rpad('0 0 0 ' || repeat('0', 64), 128), 'UTF8'));
        """);
    try (Connection user = DriverManager.getConnection(server.url());
        Statement statement = user.createStatement()) {
      statement.execute("SELECT ledger.make_table('t', ARRAY['a', 'b'])");
      for (int i = 1; i <= RECORDS; i++) {
        statement.execute("INSERT INTO t VALUES ('user%d', 1, 'x', 'y')".formatted(i));
      }
    }
    try (Ledger ledger = open()) {
      first = new Head(1, ledger.historyRow(1).orElseThrow().hash());
      last = ledger.newest().head();
    }
    assertThat(findings(last)).isEmpty();
  }

  @AfterEach
  void nothingIsFoundOfWhatWasNotTouched() throws SQLException {
    assertThat(findings(null)).noneMatch(finding -> finding.contains("user1"));
  }

  /** Runs statements as superusers do who don't want to be seen: the triggers are off meanwhile. */
  private static void behind(String statements) throws SQLException {
    server.execute(
        """
        ALTER TABLE t DISABLE TRIGGER USER;
        %s;
        ALTER TABLE t ENABLE ALWAYS TRIGGER ledger_write;
        ALTER TABLE t ENABLE ALWAYS TRIGGER ledger_truncate
        """
            .formatted(statements));
  }

  private static Ledger open() throws SQLException {
    return Ledger.open(server.url(), "", "", TIMEOUT_S);
  }

  /**
   * @param kept by an earlier audit; null for none
   */
  private static List<String> findings(Head kept) throws SQLException {
    Findings findings = new Findings();
    try (Ledger ledger = open()) {
      new Audit(ledger, Optional.ofNullable(kept).stream().toList(), findings, new Progress())
          .run();
    }
    return findings.lines();
  }

  @Test
  void aChangedByteInTheHistoryIsNamed() throws SQLException {
    server.execute(
        "UPDATE ledger.history SET contents = replace(contents, 'x78', 'x79') WHERE number = 3");

    assertThat(findings(null))
        .containsExactly(
            "row 3 (INSERT of public.t, user3): its hash is not that of its contents and of the"
                + " hash before it",
            "public.t, user3: not as in its newest change, row 3: a");
  }

  @Test
  void aChangedRowWithAHashThatFitsItIsNamedByTheNextRow() throws SQLException {
    server.execute("UPDATE ledger.history SET contents = contents || ' ' WHERE number = 3");
    server.execute(HASH_ANEW + " AND h.number = 3");

    assertThat(findings(null))
        .containsExactly(
            "row 4 (INSERT of public.t, user4): its hash is not that of its contents and of the"
                + " hash before it");
  }

  @Test
  void aRowThatIsGoneIsNamed() throws SQLException {
    server.execute("DELETE FROM ledger.history WHERE number = 3");

    assertThat(findings(null))
        .containsExactly(
            "row 3 is missing", "public.t, user3: the history has no change of this record");
  }

  @Test
  void aRecordThatWasChangedBehindTheTriggersBackIsNamedWithItsField() throws SQLException {
    behind("UPDATE t SET b = 'z' WHERE ycsb_key = 'user2'");

    assertThat(findings(null))
        .containsExactly("public.t, user2: not as in its newest change, row 2: b");
  }

  @Test
  void recordsThatWereMadeAndRemovedBehindTheTriggersBackAreNamed() throws SQLException {
    behind(
        "DELETE FROM t WHERE ycsb_key = 'user2'; DELETE FROM t WHERE ycsb_key = 'user5';"
            + " INSERT INTO t VALUES ('user20', 1, 'x', 'y')");

    assertThat(findings(null))
        .containsExactly(
            "public.t, user2: the record is gone, but it is in its newest change, row 2",
            "public.t, user20: the history has no change of this record",
            "public.t, user5: the record is gone, but it is in its newest change, row 5");
  }

  @Test
  void aRecordThatComesBackBehindTheTriggersBackIsNamed() throws SQLException {
    server.execute("DELETE FROM t WHERE ycsb_key = 'user5'");
    behind("INSERT INTO t VALUES ('user5', 1, 'x', 'y')");

    assertThat(findings(null))
        .containsExactly(
            "public.t, user5: the record is there, but its newest change, row 6, has deleted it");
  }

  @Test
  void triggersThatAreSwitchedOffAreNamed() throws SQLException {
    server.execute("ALTER TABLE t DISABLE TRIGGER ledger_truncate; DROP TRIGGER ledger_write ON t");

    assertThat(findings(null))
        .containsExactly(
            "public.t: its trigger is missing, replaced, or not on ALWAYS: ledger_write,"
                + " ledger_truncate");
  }

  @Test
  void aTableThatIsGoneIsNamed() throws SQLException {
    server.execute("DROP TABLE t");

    assertThat(findings(null))
        .singleElement()
        .asString()
        .startsWith("public.t: there is no such table, but the history has changes of it");
    server.execute("DELETE FROM ledger.history");
  }

  @Test
  void aTailThatWasCutOffIsFoundByTheHead() throws SQLException {
    server.execute("DELETE FROM ledger.history WHERE number > 3");

    assertThat(findings(null))
        .contains("rows 4 to 5 are missing, which the head counts")
        .contains("the head counts 5 transactions, the history has 3");
  }

  @Test
  void aLedgerThatWasSetBackIsFoundByTheHeadThatAnAuditHasKept() throws SQLException {
    setBackTo(3);

    assertThat(findings(null)).as("without it").isEmpty();
    assertThat(findings(first)).as("with one from before").isEmpty();
    assertThat(findings(last))
        .containsExactly("rows 4 to 5 are missing, which an earlier audit has seen");
  }

  /** The history, its head, and the table, as they were. */
  private static void setBackTo(int number) throws SQLException {
    behind(
        """
            DELETE FROM ledger.history WHERE number > %1$d;
            DELETE FROM t WHERE ycsb_key > 'user%1$d';
            SELECT lo_put(1279607154, 0, convert_to(rpad(concat_ws(
                ' ', number, number, transaction_id, encode(hash, 'hex')), 128), 'UTF8'))
              FROM ledger.history WHERE number = %1$d;
            """
            .formatted(number));
  }

  @Test
  void aHistoryThatWasWrittenAnewIsFoundByTheHeadThatAnAuditHasKept() throws SQLException {
    setBackTo(2);
    for (int i = 3; i <= RECORDS; i++) {
      server.execute("INSERT INTO t VALUES ('user%d', 1, 'x', 'other')".formatted(i));
    }

    assertThat(findings(null)).as("without it").isEmpty();
    assertThat(findings(last))
        .containsExactly(
            "row 5 (INSERT of public.t, user5): it has another hash than an earlier audit has"
                + " kept, so the history was rewritten");
  }
}
