package io.hybridycsb.ledger.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hybridycsb.commands.Findings;
import io.hybridycsb.commands.Progress;
import io.hybridycsb.ledger.audit.Audit;
import java.io.StringReader;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.postgresql.PGConnection;

/** An ordinary writer gets round the triggers by no way, on a real PostgreSQL. */
class WriterTest {
  private static final int TIMEOUT_S = 60;

  @TempDir private static Path directory;
  @AutoClose private static LedgerServer server;

  @AutoClose private static Connection superuser;

  @AutoClose private static Connection user;

  private long before;

  @BeforeAll
  static void startServer() throws Exception {
    server = new LedgerServer(directory);
    superuser = DriverManager.getConnection(server.url("postgres"));
    user = DriverManager.getConnection(server.url());
    administer("SELECT ledger.make_table('t', ARRAY['a'])");
  }

  /** A table with one record; the session has nothing of its own. */
  @BeforeEach
  void writeRecord() throws SQLException {
    administer("DELETE FROM t; INSERT INTO t VALUES ('user1', 1, 'x')");
    before = Long.parseLong(texts("SELECT max(number) FROM ledger.history").get(0));
  }

  @AfterEach
  void endSession() throws SQLException {
    user.setAutoCommit(true);
    run("DISCARD TEMP; RESET ALL");
  }

  /** Whatever the tests have done, the history has all of it. */
  @AfterAll
  static void audit() throws SQLException {
    Findings findings = new Findings();
    try (Ledger ledger = Ledger.open(server.url(), "", "", TIMEOUT_S)) {
      new Audit(ledger, List.of(), findings, new Progress()).run();
    }
    assertThat(findings.lines()).isEmpty();
  }

  private static void administer(String sql) throws SQLException {
    try (Statement statement = superuser.createStatement()) {
      statement.execute(sql);
    }
  }

  private void run(String sql) throws SQLException {
    try (Statement statement = user.createStatement()) {
      statement.execute(sql);
    }
  }

  /** The changes since the test's beginning, of all tables. */
  private List<String> changes() throws SQLException {
    return texts(
        "SELECT operation || ' ' || key FROM ledger.history WHERE number > %d ORDER BY number"
            .formatted(before));
  }

  private static List<String> texts(String query) throws SQLException {
    List<String> texts = new ArrayList<>();
    try (Statement statement = superuser.createStatement();
        ResultSet rows = statement.executeQuery(query)) {
      while (rows.next()) {
        texts.add(rows.getString(1));
      }
    }
    return texts;
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        // The history, its head, and what appends to them.
        "UPDATE ledger.history SET key = 'other'",
        "DELETE FROM ledger.history",
        "TRUNCATE ledger.history",
        "INSERT INTO ledger.history SELECT * FROM ledger.history",
        "COPY ledger.history FROM '/dev/null'",
        "DROP TABLE ledger.history",
        "ALTER TABLE ledger.history ADD COLUMN more text",
        "CREATE INDEX ON ledger.history (key)",
        "REINDEX TABLE ledger.history",
        "CREATE RULE nothing AS ON INSERT TO ledger.history DO INSTEAD NOTHING",
        "CREATE TABLE ledger.other (a text)",
        "SELECT lo_put(1279607154, 0, 'other')",
        "SELECT lowrite(lo_open(1279607154, 131072 | 262144), 'other')",
        "SELECT lo_truncate(lo_open(1279607154, 131072), 0)",
        "SELECT lo_unlink(1279607154)",
        "SELECT lo_import('/dev/null', 1279607154)",
        "ALTER LARGE OBJECT 1279607154 OWNER TO ycsb",
        "DELETE FROM pg_largeobject",
        "SET lo_compat_privileges = on",
        "SELECT ledger.append('a', 'b', 'INSERT', '{}')",
        "SELECT ledger.watch('{}')",
        "SELECT ledger.make_triggers('{}')",
        "CREATE OR REPLACE FUNCTION ledger.encoded(text) RETURNS bytea LANGUAGE sql AS 'SELECT NULL'",
        "ALTER FUNCTION ledger.append(text, text, text, text) SET search_path = pg_temp",
        "DROP FUNCTION ledger.refuse()",
        "CREATE FUNCTION ledger.sha256(bytea) RETURNS bytea LANGUAGE sql AS 'SELECT $1'",
        // A watched table, and its triggers.
        "ALTER TABLE {} DISABLE TRIGGER ALL",
        "ALTER TABLE {} ENABLE REPLICA TRIGGER ledger_write",
        "DROP TRIGGER ledger_write ON {}",
        "ALTER TRIGGER ledger_write ON {} RENAME TO other",
        "CREATE TRIGGER own BEFORE INSERT ON {} FOR EACH ROW EXECUTE FUNCTION"
            + " suppress_redundant_updates_trigger()",
        "CREATE TABLE own (a text); CREATE TRIGGER own AFTER INSERT ON own FOR EACH ROW EXECUTE"
            + " FUNCTION ledger.record_change('a')",
        "CREATE TEMP TABLE own (a text); CREATE TRIGGER own AFTER INSERT ON own FOR EACH ROW EXECUTE"
            + " FUNCTION ledger.record_change('a')",
        "CREATE EVENT TRIGGER own ON ddl_command_end EXECUTE FUNCTION ledger.refuse()",
        "UPDATE pg_trigger SET tgenabled = 'D'",
        "TRUNCATE {}",
        "DROP TABLE {}",
        "ALTER TABLE {} RENAME TO other",
        "ALTER TABLE {} SET SCHEMA pg_temp",
        "ALTER TABLE {} SET UNLOGGED",
        "ALTER TABLE {} OWNER TO ycsb",
        "ALTER TABLE {} ADD COLUMN more text GENERATED ALWAYS AS ('x') STORED",
        "ALTER TABLE {} ENABLE ROW LEVEL SECURITY",
        "CREATE POLICY own ON {} USING (false)",
        "CREATE RULE own AS ON INSERT TO {} DO INSTEAD NOTHING",
        "CREATE TEMP TABLE child () INHERITS (public.{})",
        "CREATE TEMP TABLE child (LIKE public.{}); ALTER TABLE child INHERIT public.{}",
        "CREATE TEMP TABLE parts (LIKE public.{}) PARTITION BY LIST (ycsb_key);"
            + " ALTER TABLE parts ATTACH PARTITION public.{} DEFAULT",
        "REINDEX TABLE {}",
        // Things of one's own in the place of others.
        "CREATE TABLE public.other (ycsb_key text PRIMARY KEY)",
        "CREATE VIEW public.other AS SELECT * FROM public.{}",
        "CREATE SCHEMA own",
        "CREATE SCHEMA AUTHORIZATION ycsb",
        "CREATE FUNCTION public.sha256(text) RETURNS bytea LANGUAGE sql AS 'SELECT NULL'",
        "CREATE FUNCTION ledger_procedures.own() RETURNS int LANGUAGE sql AS 'SELECT 1'",
        "CREATE OPERATOR public.|| (LEFTARG = text, RIGHTARG = bytea, FUNCTION = textcat)",
        "CREATE CAST (bytea AS json) WITH INOUT",
        "CREATE DOMAIN public.jsonb AS text",
        "CREATE EXTENSION hstore",
        "CREATE FOREIGN DATA WRAPPER own",
        "CREATE PUBLICATION own FOR TABLE {}",
        "CREATE SUBSCRIPTION own CONNECTION '' PUBLICATION own",
        // Other rights.
        "SET session_replication_role = replica",
        "SELECT set_config('session_replication_role', 'replica', false)",
        "ALTER ROLE ycsb SET session_replication_role = replica",
        "ALTER DATABASE postgres SET search_path = pg_temp",
        "ALTER SYSTEM SET fsync = off",
        "SET allow_system_table_mods = on",
        "SET ROLE ledger_owner",
        "SET SESSION AUTHORIZATION ledger_owner",
        "GRANT ledger_owner TO ycsb",
        "ALTER ROLE ycsb SUPERUSER",
        "ALTER ROLE ledger_owner LOGIN",
        "REASSIGN OWNED BY ledger_owner TO ycsb",
        "DROP OWNED BY ledger_owner",
        "COPY {} FROM PROGRAM 'true'",
        "COPY {} TO '/tmp/own'",
      })
  void whoMayWriteMayNeitherChangeTheHistoryNorGetRoundIt(String sql) throws SQLException {
    assertThatThrownBy(() -> run(sql.replace("{}", "t")))
        .isInstanceOf(SQLException.class)
        .hasMessageMatching(
            "(?s)ERROR: (permission denied|must be (owner|superuser|a superuser)|must have admin"
                + " option)\\b.*");
    assertThat(changes()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "INSERT INTO {} VALUES ('user2', 1) | INSERT user2",
        "INSERT INTO {} VALUES ('user1', 1) ON CONFLICT (ycsb_key) DO UPDATE SET a = 'y' |"
            + " UPDATE user1",
        "WITH gone AS (DELETE FROM {} RETURNING *) SELECT * FROM gone | DELETE user1",
        "SET CONSTRAINTS ALL DEFERRED; UPDATE {} SET a = 'y' | UPDATE user1",
        "SET CONSTRAINTS ledger_write IMMEDIATE; UPDATE {} SET a = 'y'; SET CONSTRAINTS ALL DEFERRED |"
            + " UPDATE user1",
        "CREATE TEMP VIEW own AS SELECT * FROM public.{}; UPDATE own SET a = 'y' | UPDATE user1",
        "CREATE TEMP VIEW own AS SELECT 1 AS x; CREATE RULE own AS ON INSERT TO own DO INSTEAD"
            + " DELETE FROM public.{}; INSERT INTO own VALUES (1) | DELETE user1",
        "DO 'BEGIN UPDATE public.{} SET a = NULL; END' | UPDATE user1",
        "CREATE FUNCTION pg_temp.own() RETURNS void LANGUAGE sql AS 'DELETE FROM public.{}';"
            + " SELECT pg_temp.own() | DELETE user1",
        "CREATE DOMAIN pg_temp.jsonb AS int; CREATE DOMAIN pg_temp.text AS int;"
            + " CREATE DOMAIN pg_temp.regclass AS int; UPDATE {} SET a = 'y' | UPDATE user1",
        "CREATE TEMP TABLE history (number int); SET search_path = pg_temp, ledger, public;"
            + " UPDATE {} SET a = 'y' | UPDATE user1",
        "SET bytea_output = escape; SET datestyle = 'ISO, DMY'; SET extra_float_digits = -15;"
            + " UPDATE {} SET a = 'y' | UPDATE user1",
        "SET quote_all_identifiers = on; UPDATE {} SET a = 'y' | UPDATE user1",
        "SET quote_all_identifiers = on; SELECT ledger.make_table('quoted', '{a}'); SELECT"
            + " ledger.add_fields('quoted', '{b}'); INSERT INTO quoted VALUES ('user2', 1) | INSERT user2",
      })
  void whateverWayAWriteTakesItIsInTheHistory(String sql, String change) throws SQLException {
    run(sql.replace("{}", "t"));

    assertThat(changes()).containsExactly(change);
  }

  @Test
  void rowsThatAreCopiedAreInTheHistory() throws Exception {
    user.unwrap(PGConnection.class)
        .getCopyAPI()
        .copyIn(
            "COPY t (ycsb_key, ycsb_version) FROM STDIN", new StringReader("user2\t1\nuser3\t1\n"));
    assertThatThrownBy(
            () ->
                user.unwrap(PGConnection.class)
                    .getCopyAPI()
                    .copyIn("COPY t FROM STDIN (FREEZE)", new StringReader("")))
        .hasMessageContaining("cannot perform COPY FREEZE");

    assertThat(changes()).containsExactly("INSERT user2", "INSERT user3");
  }

  /**
   * As JSON a byte has two digits, and an audit that could not read a row would never pass again.
   */
  @Test
  void aRecordThatNoAuditWouldReadIsRefused() throws SQLException {
    assertThatThrownBy(() -> run("UPDATE t SET a = convert_to(repeat('x', 16252928), 'UTF8')"))
        .hasMessageMatching(
            "(?s)ERROR: a change of public.t has 32505[0-9]+ bytes, and the ledger takes at most"
                + " 32505856: write a smaller record.*");
    run("UPDATE t SET a = convert_to(repeat('x', 16252800), 'UTF8')");

    assertThat(changes()).containsExactly("UPDATE user1");
  }

  /** Whoever wants the table meanwhile waits behind it. */
  @Test
  void aNewColumnThatReadersAreInTheWayOfIsGivenUp() throws SQLException {
    try (Connection reader = DriverManager.getConnection(server.url());
        Statement statement = reader.createStatement()) {
      reader.setAutoCommit(false);
      statement.execute("SELECT FROM t");
      run("SET statement_timeout = '20s'");
      assertThatThrownBy(() -> run("SELECT ledger.add_fields('t', '{b}')"))
          .hasMessageContaining("canceling statement due to lock timeout");
    }
  }

  @Test
  void columnsAreAddedToNoTablesButTheBindings() throws SQLException {
    administer(
        "CREATE TABLE accounts (id int PRIMARY KEY); ALTER TABLE accounts OWNER TO ledger_owner;"
            + " SELECT ledger.watch('accounts'); GRANT SELECT ON accounts TO ycsb");
    assertThatThrownBy(() -> run("SELECT ledger.add_fields('accounts', '{b}')"))
        .hasMessageContaining("the table public.accounts is none of the binding");
  }

  @Test
  void aTransactionIsNotLeftPreparedUnlessTheServerAllowsIt() throws SQLException {
    user.setAutoCommit(false);
    run("UPDATE t SET a = 'y'");
    assertThatThrownBy(() -> run("PREPARE TRANSACTION 'own'"))
        .hasMessageContaining("prepared transactions are disabled");
    user.rollback();

    assertThat(changes()).isEmpty();
  }

  /** As in a server that takes changes from another one. */
  @Test
  void theTriggersAreOnInASessionThatReplicates() throws SQLException {
    administer("SET LOCAL session_replication_role = replica; UPDATE t SET a = 'y'");
    assertThatThrownBy(() -> administer("SET LOCAL session_replication_role = replica; TRUNCATE t"))
        .hasMessageContaining("is refused");

    assertThat(changes()).containsExactly("UPDATE user1");
  }

  /** Of a name or a field that is a statement there is a table, a column, and nothing more. */
  @Test
  void namesAreNamesWhateverIsInThem() throws SQLException {
    String name = "x\"; DROP TABLE public.t; --";
    String field = "a bytea); DROP TABLE public.t; --";
    run("SELECT ledger.make_table('%s', ARRAY['%s'])".formatted(name, field));
    run("SELECT ledger.add_fields('%s', ARRAY['%s', 'it''s'])".formatted(name, field));
    assertThatThrownBy(
            () ->
                run(
                    "SELECT ledger.make_procedure('{}', '{}',"
                        + " 'BEGIN RETURN 1; END'' SECURITY DEFINER --')"))
        .as("a quote is one of the procedure's text")
        .hasMessageContaining("unterminated quoted string");
    run(
        "INSERT INTO \"%s\" (ycsb_key, ycsb_version, \"it's\") VALUES ('user2', 1, 'z')"
            .formatted(name.replace("\"", "\"\"")));

    assertThat(changes()).containsExactly("INSERT user2");
  }

  @Test
  void aTableThatIsNotWatchedIsNotTakenForTheBindings() throws SQLException {
    administer("CREATE VIEW own AS SELECT * FROM t");
    try {
      for (String call : List.of("make_table('own', '{}')", "add_fields('own', '{b}')")) {
        assertThatThrownBy(() -> run("SELECT ledger." + call))
            .hasMessageContaining(
                "the ledger does not watch the table public.own: it does not belong to ledger_owner;"
                    + " it is not an ordinary, logged table");
      }
    } finally {
      administer("DROP VIEW own");
    }
  }

  @Test
  void aProcedureHasOnlyTypesThatTheBindingHasAndNobodyReplacesIt() throws SQLException {
    assertThatThrownBy(
            () -> run("SELECT ledger.make_procedure('{p}', '{json}', 'BEGIN RETURN 1; END')"))
        .hasMessageContaining("each parameter of it a type, bigint or text");
    for (String wrong :
        List.of(
            "ARRAY['int4'], NULL, 'BEGIN RETURN 1; END'",
            "NULL, '{}', 'BEGIN RETURN 1; END'",
            "'{}', '{}', NULL",
            "'{p}', '{NULL}', 'BEGIN RETURN 1; END'",
            "'{{p},{q}}', '{{text},{text}}', 'BEGIN RETURN 1; END'")) {
      assertThatThrownBy(() -> run("SELECT ledger.make_procedure(" + wrong + ")"))
          .as(wrong)
          .hasMessageContaining("each parameter of it a type, bigint or text");
    }
    for (String wrong : List.of("repeat('p', 64)", "''", "NULL")) {
      assertThatThrownBy(
              () ->
                  run(
                      "SELECT ledger.make_procedure(ARRAY[%s], '{text}', 'BEGIN RETURN 1; END')"
                          .formatted(wrong)))
          .as(wrong)
          .hasMessageContaining("has a name of 1 to 63 bytes");
    }
    run("SELECT ledger.make_procedure('{p}', '{text}', 'BEGIN RETURN 1; END')");
    assertThatThrownBy(
            () -> run("SELECT ledger.make_procedure('{p}', '{text}', 'BEGIN RETURN 1; END')"))
        .hasMessageContaining("already exists");
  }

  /** A denial, and no way round: nothing commits meanwhile. */
  @Test
  void whoHoldsTheChainsLockStopsOthersUntilTheirTimeoutAndChangesNothing() throws SQLException {
    try (Connection other = DriverManager.getConnection(server.url());
        Statement statement = other.createStatement()) {
      statement.execute("SELECT pg_advisory_lock(1279607154)");
      assertThatThrownBy(() -> run("SET lock_timeout = '50ms'; UPDATE t SET a = 'y'"))
          .hasMessageContaining("canceling statement due to lock timeout");
    }
    assertThat(changes()).isEmpty();
  }
}
