package io.hybridycsb.ledger.audit;

import static org.assertj.core.api.Assertions.assertThat;

import io.hybridycsb.commands.Findings;
import io.hybridycsb.commands.Progress;
import io.hybridycsb.ledger.database.HistoryRow;
import io.hybridycsb.ledger.database.Ledger;
import io.hybridycsb.ledger.database.LedgerServer;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What no ledger writes is a finding, and ends no audit: on a real PostgreSQL. */
class DamageTest {
  private static final int TIMEOUT_S = 60;

  /** It is found whatever else is wrong. */
  private static final String OTHER = "public.t, user5: not as in its newest change, row 5: a";

  @TempDir private static Path directory;
  @AutoClose private static LedgerServer server;

  @BeforeAll
  static void startServer() throws Exception {
    server = new LedgerServer(directory);
  }

  /** A new ledger of five records, one of which was changed. */
  @BeforeEach
  void makeLedger() throws Exception {
    server.execute(
        """
        SET client_min_messages = warning;
        DROP SCHEMA IF EXISTS ledger CASCADE;
        DROP TABLE IF EXISTS t;
        SELECT lo_unlink(oid) FROM pg_largeobject_metadata
        """);
    server.makeLedger();
    server.execute(
        """
        SELECT ledger.make_table('t', ARRAY['a']);
        INSERT INTO t SELECT 'user' || i, 1, 'x' FROM generate_series(1, 5) i;
        """);
    changeBehindTheTriggersBack("user5", "'y'");
  }

  private static void changeBehindTheTriggersBack(String key, String value) throws SQLException {
    server.execute(
        """
        ALTER TABLE t DISABLE TRIGGER ledger_write;
        UPDATE t SET a = %s WHERE ycsb_key = '%s';
        ALTER TABLE t ENABLE ALWAYS TRIGGER ledger_write
        """
            .formatted(value, key));
  }

  private static List<String> findings() throws SQLException {
    Findings findings = new Findings();
    try (Ledger ledger = Ledger.open(server.url(), "", "", TIMEOUT_S)) {
      new Audit(ledger, List.of(), findings, new Progress()).run();
    }
    return findings.lines();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '>',
      value = {
        "SET hash = '\\x00' WHERE number = 3 > row 3 (INSERT of public.t, user3): its hash has 1 bytes"
            + " instead of 32",
        "SET hash = '' WHERE number = 3 > row 3 (INSERT of public.t, user3): its hash has 0 bytes"
            + " instead of 32",
        "SET hash = hash || hash WHERE number = 3 > row 3 (INSERT of public.t, user3): its hash has 64"
            + " bytes instead of 32",
        "SET hash = NULL WHERE number = 3 > row 3 (INSERT of public.t, user3): its hash has 0 bytes"
            + " instead of 32",
        "SET number = NULL WHERE number = 3 > row 0 (INSERT of public.t, user3): no number of the"
            + " chain, which begins with 1",
        "SET number = -3 WHERE number = 3 > row -3 (INSERT of public.t, user3): no number of the chain,"
            + " which begins with 1",
        "SET number = 9223372036854775807 WHERE number = 3 > rows 6 to 9223372036854775806 are missing",
        "SET number = 2 WHERE number = 3 > its number comes again",
        "SET table_name = NULL WHERE number = 3 > row 3 (INSERT of null, user3): no change that the"
            + " ledger writes",
        "SET key = NULL WHERE number = 3 > row 3 (INSERT of public.t, null): no change that the ledger"
            + " writes",
        "SET operation = 'MERGE' WHERE number = 3 > row 3 (MERGE of public.t, user3): no change that"
            + " the ledger writes",
        "SET operation = NULL WHERE number = 3 > row 3 (null of public.t, user3): no change that the"
            + " ledger writes",
        "SET contents = NULL WHERE number = 3 > row 3 (INSERT of public.t, user3): no change that the"
            + " ledger writes",
        "SET transaction_id = NULL WHERE number = 3 > row 3 (INSERT of public.t, user3): its hash is"
            + " not that of its contents and of the hash before it",
        "SET contents = 'no JSON' WHERE number = 3 > public.t, user3: not as in its newest change, row"
            + " 3: a, ycsb_key, ycsb_version",
        "SET contents = '[]' WHERE number = 3 > public.t, user3: not as in its newest change, row 3: a,"
            + " ycsb_key, ycsb_version",
        "SET contents = repeat('[', 100000) WHERE number = 3 > public.t, user3: not as in its newest"
            + " change, row 3: a, ycsb_key, ycsb_version",
        "SET contents = repeat('1', 200000) WHERE number = 3 > public.t, user3: not as in its newest"
            + " change, row 3: a, ycsb_key, ycsb_version",
        "SET key = E'a\\naudit passed: 1 records' WHERE number = 3 > row 3 (INSERT of public.t,"
            + " a\\u000aaudit passed: 1 records): its hash is not that of its contents and of the hash"
            + " before it",
      })
  void aRowThatIsNoneIsNamedAndAllOthersAreStillChecked(String change, String finding)
      throws SQLException {
    server.execute(
        """
        ALTER TABLE ledger.history DROP CONSTRAINT history_pkey;
        ALTER TABLE ledger.history ALTER number DROP NOT NULL, ALTER hash DROP NOT NULL,
          ALTER table_name DROP NOT NULL, ALTER key DROP NOT NULL, ALTER operation DROP NOT NULL,
          ALTER transaction_id DROP NOT NULL;
        UPDATE ledger.history %s
        """
            .formatted(change));

    assertThat(findings())
        .anyMatch(line -> line.contains(finding))
        .contains(OTHER, "relation ledger.history: not as this release's ledger.sql makes it")
        .noneMatch(line -> line.contains("user4"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '>',
      value = {
        "SELECT lo_unlink(1279607154) > the ledger's head can't be read: ERROR: large object 1279607154"
            + " does not exist",
        "SELECT lo_put(1279607154, 0, 'x') > the ledger's head can't be read: it is damaged: x 1 ",
        "SELECT lo_put(1279607154, 128, repeat('x', 1000000)::bytea) > the ledger's head can't be read: it is damaged: 5",
        "SELECT lo_put(1279607154, 0, '\\xff') > the ledger's head can't be read: ERROR: invalid byte"
            + " sequence for encoding \"UTF8\"",
        "DROP FUNCTION ledger.refuse() CASCADE > public.t: its trigger is missing, replaced, or not on"
            + " ALWAYS: ledger_truncate",
        "DROP FUNCTION ledger.record_change() CASCADE > function ledger.record_change() is missing",
      })
  void whatTheLedgerNeedsAndHasNotIsNamed(String damage, String finding) throws SQLException {
    server.execute(damage);

    assertThat(findings()).anyMatch(line -> line.startsWith(finding)).contains(OTHER);
  }

  @Test
  void aHistoryThatIsAViewIsNamed() throws SQLException {
    server.execute(
        "ALTER TABLE ledger.history RENAME TO old; CREATE VIEW ledger.history AS SELECT * FROM"
            + " ledger.old; GRANT SELECT ON ledger.history TO ycsb");

    assertThat(findings())
        .contains(
            "relation ledger.history: not as this release's ledger.sql makes it",
            "relation ledger.old: the ledger has no such thing",
            "ledger.history can't be read: ERROR: column \"ctid\" does not exist");
  }

  @Test
  void aHistoryWithoutAColumnIsNamed() throws SQLException {
    server.execute("ALTER TABLE ledger.history DROP COLUMN contents");

    assertThat(findings())
        .contains("ledger.history can't be read: ERROR: column \"contents\" does not exist");
  }

  /** They are read one by one. */
  @Test
  void largeRecordsAreComparedToTheirLastByte() throws SQLException {
    server.execute(
        "UPDATE t SET a = convert_to(repeat('x', 100000), 'UTF8')"
            + " WHERE ycsb_key IN ('user1', 'user5')");
    assertThat(findings()).isEmpty();
    changeBehindTheTriggersBack("user1", "convert_to(repeat('x', 99999) || 'y', 'UTF8')");

    assertThat(findings())
        .containsExactly("public.t, user1: not as in its newest change, row 6: a");
  }

  @Test
  void whatIsTooLargeIsNamedAndNotRead() throws SQLException {
    server.execute(
        "UPDATE ledger.history SET contents = repeat('x', %d) WHERE number = 2"
            .formatted(HistoryRow.BYTES_MAX));
    changeBehindTheTriggersBack(
        "user3", "convert_to(repeat('x', %d), 'UTF8')".formatted(HistoryRow.BYTES_MAX / 2));

    assertThat(findings())
        .contains(OTHER)
        .anyMatch(line -> line.matches("row 2 has [0-9]+ bytes, more than the 33554432 .*"))
        .anyMatch(line -> line.matches("public.t, user3: the record has [0-9]+ bytes as JSON, .*"));
  }
}
