package io.hybridycsb.ledger.audit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hybridycsb.commands.Findings;
import io.hybridycsb.commands.Progress;
import io.hybridycsb.ledger.database.Ledger;
import io.hybridycsb.ledger.database.LedgerServer;
import io.hybridycsb.ledger.database.Rows;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;

/** What a superuser opens to others, or takes from the ledger, on a real PostgreSQL. */
class LoopholesTest {
  private static final int TIMEOUT_S = 60;

  @TempDir private static Path directory;
  @AutoClose private static LedgerServer server;

  @BeforeAll
  static void startServer() throws Exception {
    server = new LedgerServer(directory);
    server.execute("SELECT ledger.make_table('t', ARRAY['a'])");
    server.execute("INSERT INTO t VALUES ('user1', 1, 'x')");
    server.execute("CREATE ROLE app; CREATE SCHEMA other; GRANT USAGE ON SCHEMA other TO ycsb");
    // A writer that has the rights of idle only by SET ROLE.
    server.execute("CREATE ROLE idle; CREATE ROLE shy NOINHERIT IN ROLE ledger_writer, idle");
  }

  private static Records audit(Findings findings) throws SQLException {
    try (Ledger ledger = Ledger.open(server.url(), "", "", TIMEOUT_S)) {
      Audit audit = new Audit(ledger, List.of(), findings, new Progress());
      audit.run();
      return audit.records();
    }
  }

  private static List<String> findings() throws SQLException {
    Findings findings = new Findings();
    audit(findings);
    return findings.lines();
  }

  @ParameterizedTest
  @Loopholes
  void anAuditNamesItAsLongAsItLasts(String statements, String finding, String undo)
      throws Exception {
    server.execute(statements);
    try {
      assertThat(findings()).contains(finding);
    } finally {
      server.execute(undo);
      server.makeLedger();
    }
    assertThat(findings()).isEmpty();
  }

  /** Functions of event triggers are called by nobody, and only extensions' in C by others. */
  @Test
  void whatGivesNobodyAWayToWriteIsNoFinding() throws SQLException {
    server.execute(
        """
        CREATE EXTENSION citext SCHEMA other;
        CREATE FUNCTION other.f() RETURNS event_trigger LANGUAGE plpgsql SECURITY DEFINER AS 'BEGIN END';
        CREATE MATERIALIZED VIEW other.m AS SELECT * FROM ledger.history;
        GRANT ALL ON other.m TO ycsb""");
    try {
      assertThat(findings()).isEmpty();
    } finally {
      server.execute(
          "DROP MATERIALIZED VIEW other.m; DROP FUNCTION other.f; DROP EXTENSION citext CASCADE");
    }
  }

  /** Before version 16 he can, and an audit says so. */
  @Test
  void whoMayMakeRolesCannotMakeThemMembersOfTheLedgersOwner() throws Exception {
    server.execute("ALTER ROLE ycsb CREATEROLE");
    try (Connection user = DriverManager.getConnection(server.url());
        Statement statement = user.createStatement()) {
      assertThatThrownBy(() -> statement.execute("GRANT ledger_owner TO app"))
          .isInstanceOf(SQLException.class)
          .hasMessageContaining("permission denied to grant role \"ledger_owner\"");
      assertThat(findings()).isEmpty();
    } finally {
      server.execute("ALTER ROLE ycsb NOCREATEROLE");
    }
  }

  /** After a change of ledger.sql the failure shows what the file has to have. */
  @Test
  void theLedgersDefinitionIsKnownAsItsFileMakesIt() throws SQLException {
    List<String> made = new ArrayList<>();
    try (Ledger ledger = Ledger.open(server.url(), "", "", TIMEOUT_S);
        Rows<Map.Entry<String, String>> rows = ledger.definitions()) {
      for (Optional<Map.Entry<String, String>> row = rows.next();
          row.isPresent();
          row = rows.next()) {
        made.add(row.get().getValue() + " " + row.get().getKey());
      }
    }
    List<String> known = new ArrayList<>();
    Definitions.expected().forEach((name, hash) -> known.add(hash + " " + name));

    assertThat(String.join("\n", known)).isEqualTo(String.join("\n", made));
  }

  @Test
  void aKeyMayHaveAnyName() throws SQLException {
    server.execute(
        """
        CREATE TABLE odd ("a\\b'c" text PRIMARY KEY);
        ALTER TABLE odd OWNER TO ledger_owner;
        GRANT SELECT ON odd TO ledger_writer;
        SELECT ledger.watch('odd');
        INSERT INTO odd VALUES ('k')""");
    assertThat(findings()).isEmpty();
  }

  /** Though it may set them for itself, for all of its sessions. */
  @Test
  void aWritersOwnSettingsChangeNothing() throws SQLException {
    server.execute(
        """
        ALTER ROLE ycsb SET quote_all_identifiers = on;
        ALTER ROLE ycsb SET statement_timeout = 1;
        ALTER ROLE ycsb SET role = ledger_writer""");
    try {
      assertThat(findings()).isEmpty();
    } finally {
      server.execute("ALTER ROLE ycsb RESET ALL");
    }
  }

  @Test
  void anOwnerOfTheDatabaseWhoIsNoSuperuserIsToldOfAndNoFinding() throws SQLException {
    server.execute("ALTER DATABASE postgres OWNER TO app");
    try (Ledger ledger = Ledger.open(server.url(), "", "", TIMEOUT_S)) {
      assertThat(ledger.owners()).isEqualTo("app (owner of the database)");
    } finally {
      server.execute("ALTER DATABASE postgres OWNER TO CURRENT_USER");
    }
    assertThat(findings()).isEmpty();
  }

  /** In another encoding the order of texts would not be that of their bytes in the audit. */
  @Test
  void aDatabaseOfAnotherEncodingGetsNoLedger() throws Exception {
    server.execute("CREATE DATABASE latin ENCODING 'LATIN1' TEMPLATE template0 LOCALE 'C'");

    assertThatThrownBy(() -> server.makeLedger("latin"))
        .hasMessageContaining("the encoding of this database is LATIN1, and a ledger needs UTF8");
  }

  @Test
  void tablesThatNoWriterMayWriteToAreToldOfAndNoFinding() throws SQLException {
    server.execute("CREATE TABLE other.plain (a int)");
    Findings findings = new Findings();
    try {
      assertThat(audit(findings).unwatched()).isEqualTo("other.plain");
    } finally {
      server.execute("DROP TABLE other.plain");
    }
    assertThat(findings.lines()).isEmpty();
  }

  /** The first one had three triggers and no version, and writers made procedures in public. */
  @Test
  void anOlderLedgerIsRefusedUntilTheFileIsRunAgain() throws Exception {
    server.execute(
        """
        DROP FUNCTION ledger.version();
        DROP TRIGGER ledger_write ON t;
        DROP TRIGGER ledger_truncate ON t;
        CREATE CONSTRAINT TRIGGER ledger_write AFTER INSERT OR DELETE ON t
          DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION ledger.record_change('ycsb_key');
        CREATE CONSTRAINT TRIGGER ledger_update AFTER UPDATE ON t DEFERRABLE INITIALLY DEFERRED
          FOR EACH ROW WHEN (OLD.ycsb_key = NEW.ycsb_key)
          EXECUTE FUNCTION ledger.record_change('ycsb_key');
        CREATE CONSTRAINT TRIGGER ledger_move AFTER UPDATE ON t DEFERRABLE INITIALLY DEFERRED
          FOR EACH ROW WHEN (OLD.ycsb_key <> NEW.ycsb_key)
          EXECUTE FUNCTION ledger.record_change('ycsb_key');
        CREATE TRIGGER ledger_truncate BEFORE TRUNCATE ON t
          FOR EACH STATEMENT EXECUTE FUNCTION ledger.refuse();
        GRANT CREATE ON SCHEMA public TO ledger_writer;
        SET ROLE ycsb;
        CREATE FUNCTION public.hybrid_ycsb_add_0a() RETURNS bigint LANGUAGE sql AS 'SELECT 1::bigint';
        CREATE PROCEDURE public.hybrid_ycsb_own() LANGUAGE sql AS 'SELECT 1';
        CREATE FUNCTION public.hybrid_ycsb_seen() RETURNS int LANGUAGE sql AS 'SELECT 1';
        CREATE VIEW public.hybrid_ycsb_view AS SELECT public.hybrid_ycsb_seen();
        """);
    assertThatThrownBy(LoopholesTest::findings)
        .hasMessage(
            "the ledger in this database is of another release: run the ledger.sql of this one in"
                + " it, as a superuser");

    server.makeLedger();
    assertThat(findings())
        .as("something needs this one")
        .contains(
            "function public.hybrid_ycsb_seen() belongs to ycsb, and a procedure may take it for"
                + " PostgreSQL's own");
    server.execute("DROP VIEW hybrid_ycsb_view; DROP FUNCTION hybrid_ycsb_seen");
    assertThat(findings()).isEmpty();
    server.execute("UPDATE t SET a = 'y'");
    assertThat(findings()).isEmpty();
  }

  @Test
  void aSuperusersProcedureInThePlaceOfABindingsIsNamed() throws Exception {
    try (Connection user = DriverManager.getConnection(server.url());
        Statement statement = user.createStatement()) {
      statement.execute("SELECT ledger.make_procedure('{p}', '{text}', 'BEGIN RETURN 1; END')");
    }
    assertThat(findings()).isEmpty();
    server.execute(
        "UPDATE pg_proc SET prosrc = 'BEGIN RETURN 2; END'"
            + " WHERE pronamespace = 'ledger_procedures'::regnamespace");
    assertThat(findings())
        .singleElement()
        .asString()
        .matches(
            "ledger_procedures.hybrid_ycsb_[0-9a-f]{48}\\(text\\) is not the procedure whose name it"
                + " has");
    server.execute(
        "UPDATE pg_proc SET prosrc = 'BEGIN RETURN 1; END'"
            + " WHERE pronamespace = 'ledger_procedures'::regnamespace");
  }
}
