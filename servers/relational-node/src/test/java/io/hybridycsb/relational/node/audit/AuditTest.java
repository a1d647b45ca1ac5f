package io.hybridycsb.relational.node.audit;

import static io.hybridycsb.relational.node.database.fixtures.Txns.procedure;
import static io.hybridycsb.relational.node.database.fixtures.Txns.put;
import static io.hybridycsb.relational.node.database.fixtures.Txns.records;
import static io.hybridycsb.relational.node.database.fixtures.Txns.table;
import static io.hybridycsb.relational.node.database.fixtures.Txns.transaction;
import static org.assertj.core.api.Assertions.assertThat;

import io.hybridycsb.commands.Findings;
import io.hybridycsb.commands.Progress;
import io.hybridycsb.relational.node.audit.Audit.AuditedNode;
import io.hybridycsb.relational.node.database.BlockTransaction;
import io.hybridycsb.relational.node.database.ChainDatabase;
import io.hybridycsb.relational.node.database.DatabaseOptions;
import io.hybridycsb.relational.node.database.Rules;
import io.hybridycsb.relational.node.skip.SkipDecision;
import io.hybridycsb.relational.node.skip.Skips;
import io.hybridycsb.relational.node.skip.TestSigners;
import io.hybridycsb.testdatabases.PostgresServer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Three nodes' databases of one server. */
class AuditTest {
  private static final List<String> NODES = List.of("node1", "node2", "node3");
  private static final Rules RULES = new Rules("shop", "chain", Rules.Failure.TRANSACTION, 1 << 20);

  /** Of one that is given up. */
  private static final int LATE_MS = 200;

  @TempDir private static Path directory;

  private static PostgresServer postgres;

  private final Map<String, ChainDatabase> databases = new LinkedHashMap<>();
  private final Map<Long, byte[]> signed = new HashMap<>();
  private final TestSigners four = new TestSigners();
  private List<String> skipped;

  @BeforeAll
  static void startServer() throws Exception {
    postgres = new PostgresServer(directory);
  }

  @AfterAll
  static void stopServer() throws Exception {
    postgres.close();
  }

  private static String url(String node) {
    return postgres.url().replace("/postgres?", "/" + node + "?");
  }

  private static DatabaseOptions options(String node) {
    return new DatabaseOptions(url(node), "", "", 2, 20_000, 20_000);
  }

  private static void execute(String url, String sql) throws SQLException {
    try (Connection connection = DriverManager.getConnection(url);
        Statement statement = connection.createStatement()) {
      statement.executeUpdate(sql);
    }
  }

  @BeforeEach
  void executeSomeBlocks() throws SQLException {
    for (String node : NODES) {
      execute(postgres.url(), "DROP DATABASE IF EXISTS " + node);
      execute(postgres.url(), "CREATE DATABASE " + node);
      databases.put(node, ChainDatabase.open(options(node), RULES, Skips.none()));
    }
    block(
        2,
        NODES,
        transaction(1, table("t", "a"), table("u"), records(put("t", "a", "a", "1"))),
        transaction(2, records(put("t", "b", "a", "2"), put("t", "c"), put("u", "d"))));
    block(5, NODES, transaction(3, records(put("t", "b", "a", "3"))));
  }

  private void block(long height, List<String> nodes, BlockTransaction... transactions) {
    for (String node : nodes) {
      databases.get(node).execute(height, List.of(transactions));
      databases.get(node).commit();
      signed.put(height, databases.get(node).appHash());
    }
  }

  @AfterEach
  void close() {
    databases.values().forEach(ChainDatabase::close);
  }

  private List<String> audit(int timeoutMs, List<String> audited) {
    Map<String, AuditedNode> nodes = new LinkedHashMap<>();
    audited.forEach(node -> nodes.put(node, new AuditedNode(options(node), RULES)));
    Findings findings = new Findings();
    Audit audit = new Audit(nodes, this::signedHash, four.signers(), findings, new Progress());
    audit.run(timeoutMs);
    skipped = audit.skipped();
    return findings.lines();
  }

  private List<String> audit() {
    return audit(1, NODES);
  }

  private byte[] signedHash(long height) {
    if (!signed.containsKey(height)) {
      throw new IllegalStateException("forgotten");
    }
    return signed.get(height);
  }

  @Test
  void aNodeWithAnotherProcedureIsFound() throws SQLException {
    String body = "BEGIN RETURN p_number; END";
    block(6, NODES, transaction(4, procedure("same", body)));
    assertThat(audit()).isEmpty();

    execute(url("node2"), "DELETE FROM relational_procedures");
    assertThat(audit()).containsExactly("node2: the procedures are not those of node1, node3");
  }

  @Test
  void nodesThatHoldTheSamePass() {
    assertThat(audit()).isEmpty();
  }

  @Test
  void theFirstKeyThatDiffersIsNamedOfEachTable() throws SQLException {
    execute(url("node2"), "UPDATE t SET a = '7' WHERE ycsb_key IN ('a', 'c')");
    execute(url("node3"), "DELETE FROM t WHERE ycsb_key = 'b'");
    execute(url("node3"), "INSERT INTO u (ycsb_key, ycsb_version) VALUES ('e', 1)");
    assertThat(audit())
        .containsExactly(
            "node2: table t: a differs, compared with node1, node3; the first such key of this"
                + " node",
            "node3: table t: b is missing, compared with node1, node2; the first such key of this"
                + " node",
            "node3: table u: e is too many, compared with node1, node2; the first such key of this"
                + " node");
  }

  @Test
  void noNodeIsCalledWrongWhereMostDoNotAgree() throws SQLException {
    execute(url("node2"), "UPDATE t SET a = '7' WHERE ycsb_key IN ('b', 'c')");
    execute(url("node3"), "DELETE FROM t WHERE ycsb_key IN ('b', 'c')");
    execute(url("node2"), "INSERT INTO relational_fields VALUES ('v', '', 5)");
    List<String> lines = audit(1, List.of("node1", "node2"));
    assertThat(lines.get(0))
        .isEqualTo(
            "node1, node2: the definitions of tables differ, and no more than half of them have the"
                + " same: the same on node1; the same on node2");
    assertThat(lines.get(1))
        .matches(
            "node1, node2: table t: b differs, and no more than half of them have the same:"
                + " [0-9a-f]{16}… is the hash on node1; [0-9a-f]{16}… is the hash on node2;"
                + " the first such key");
    assertThat(audit(1, List.of("node2", "node3")))
        .anySatisfy(line -> assertThat(line).contains("b differs").contains("missing on node3;"));
  }

  /** The second page is read in snapshots of its own, in which no table was read before. */
  @Test
  void aFieldIsDefinedBetweenTwoPartsOfAnAudit() throws SQLException {
    for (String node : NODES) {
      execute(url(node), "INSERT INTO t SELECT 'k' || n, 1 FROM generate_series(1, 2100) n");
    }
    execute(url("node2"), "UPDATE t SET a = '7' WHERE ycsb_key = 'k999'");
    Findings findings = new Findings();
    Map<String, DatabaseOptions> nodes = new LinkedHashMap<>();
    NODES.forEach(node -> nodes.put(node, options(node)));
    AtomicBoolean tried = new AtomicBoolean();
    try (Snapshots snapshots = new Snapshots(nodes, 60_000, findings)) {
      SameRows rows =
          new SameRows(
              "table t",
              (snapshot, after) -> {
                if (after.isPresent() && tried.compareAndSet(false, true)) {
                  block(
                      6, NODES, transaction(4, table("t", "b"), records(put("t", "a", "b", "1"))));
                }
                return snapshot.records("t", after);
              },
              Duration.ZERO,
              findings,
              new Progress());
      assertThat(rows.compare(snapshots)).isEqualTo(2_103);
      assertThat(snapshots.height()).isEqualTo(5);
    }
    assertThat(databases.get("node1").height()).isEqualTo(6);
    assertThat(findings.lines())
        .containsExactly(
            "node2: table t: k999 differs, compared with node1, node3; the first such key of this"
                + " node");
  }

  @Test
  void blocksThatWereSkippedAreToldAndDecisionsOnThemAreChecked() throws SQLException {
    String digest = "ab".repeat(32);
    SkipDecision decision = four.decision(5, digest, 1, 2, 3);
    for (String node : NODES) {
      record(node, decision);
    }
    assertThat(audit()).isEmpty();
    assertThat(skipped)
        .containsExactly(
            "block 5 was skipped by decision of 3 of 4 validators: node1, node2, node3");

    record("node2", four.decision(5, digest, 1, 2));
    execute(url("node3"), "DELETE FROM relational_skips");
    assertThat(audit())
        .containsExactly(
            "node2: height 5: the decision to skip the block is wrong: 2 of 4 validators have"
                + " signed it, and more than two thirds have to",
            "node1, node2, node3: height 5: not all have skipped the same block: block 5 of cluster"
                + " shop on chain shop-1, whose transactions have the digest "
                + digest
                + " on node1, node2; no decision on node3");
  }

  private static void record(String node, SkipDecision decision) throws SQLException {
    execute(url(node), "DELETE FROM relational_skips");
    execute(url(node), "INSERT INTO relational_skips VALUES (5, '%s')".formatted(decision.text()));
  }

  @Test
  void outcomesAndDefinitionsAreCompared() throws SQLException {
    execute(url("node1"), "DELETE FROM relational_transactions WHERE height = 5");
    execute(url("node2"), "INSERT INTO relational_fields VALUES ('t', 'b', 5)");
    execute(url("node2"), "ALTER TABLE t ADD COLUMN b BYTEA");
    List<String> lines = audit();
    assertThat(lines).hasSize(2);
    assertThat(lines.get(0))
        .isEqualTo("node2: the definitions of tables are not those of node1, node3");
    assertThat(lines.get(1)).startsWith("node1: transactions: 0000").contains("is missing");
  }

  @Test
  void applicationHashesAreThoseThatWereSigned() throws SQLException {
    signed.remove(2L);
    execute(url("node2"), "UPDATE relational_blocks SET app_hash = '\\x00' WHERE height = 5");
    assertThat(audit())
        .containsExactly(
            "chain: height 2: the application hash is not signed: forgotten",
            "node2: height 5: another application hash was signed than its database has");
  }

  @Test
  void otherRulesAndMissingBlocksAreFound() throws SQLException {
    execute(url("node1"), "UPDATE relational_blocks SET app_hash = '\\x00' WHERE height = 0");
    execute(url("node2"), "DELETE FROM relational_blocks WHERE height = 2");
    assertThat(audit())
        .containsExactly(
            "node1: its database began with other rules than those of its properties and"
                + " cluster.json",
            "node2: height 2: the block is missing");
  }

  @Test
  void aNodeThatStaysBehindIsLeftOut() {
    block(6, NODES.subList(0, 2), transaction(4, records(put("t", "z"))));
    assertThat(audit())
        .containsExactly(
            "node3: its database is at height 5, others are at 6; does it run, and what does its log say?");
  }

  @Test
  void aNodeThatIsAwayOrAloneAheadIsLeftOut() throws SQLException {
    block(6, NODES.subList(0, 1), transaction(4, records(put("t", "z"))));
    close();
    execute(postgres.url(), "DROP DATABASE node3");
    assertThat(audit())
        .hasSize(2)
        .anyMatch(line -> line.startsWith("node3: the database jdbc:postgresql:"))
        .anyMatch(line -> line.startsWith("node1: its database is at height 6, and no more"));
  }

  @Test
  @Timeout(120)
  void aNodeThatCannotBeReadAtOnceIsWaitedFor() throws Exception {
    close();
    execute(postgres.url(), "ALTER DATABASE node1 ALLOW_CONNECTIONS false");
    FutureTask<List<String>> audited = new FutureTask<>(() -> audit(60_000, NODES));
    Thread audit = new Thread(audited);
    audit.start();
    Path log = directory.resolve("postgres.log");
    while (!Files.readString(log).contains("\"node1\" is not currently accepting connections")) {
      Thread.yield();
    }
    execute(postgres.url(), "ALTER DATABASE node1 ALLOW_CONNECTIONS true");
    assertThat(audited.get(60, TimeUnit.SECONDS)).isEmpty();
  }

  /** Nor does its own limit of a statement end it: it goes on with a warning now and then. */
  @Test
  void aDatabaseWhoseAnswerComesInPiecesWithoutEndIsLeftOut() throws Exception {
    execute(
        url("node3"),
        """
        CREATE FUNCTION drip() RETURNS text LANGUAGE plpgsql AS $$
        BEGIN
          LOOP
            BEGIN
              RAISE WARNING 'drip';
              PERFORM pg_sleep(0.1);
            EXCEPTION WHEN query_canceled THEN
            END;
          END LOOP;
        END $$;
        ALTER TABLE relational_skips RENAME TO skips;
        CREATE VIEW relational_skips AS SELECT 5::bigint AS height, drip() AS decision""");
    Map<String, AuditedNode> nodes = new LinkedHashMap<>();
    NODES.forEach(node -> nodes.put(node, new AuditedNode(options(node), RULES)));
    nodes.put(
        "node3",
        new AuditedNode(new DatabaseOptions(url("node3"), "", "", 2, LATE_MS, LATE_MS), RULES));
    Findings findings = new Findings();
    Audit late = new Audit(nodes, this::signedHash, four.signers(), findings, new Progress());
    FutureTask<Void> audited = new FutureTask<>(() -> late.run(1), null);
    Thread audit = new Thread(audited);
    audit.setDaemon(true);
    audit.start();
    try {
      audited.get(60, TimeUnit.SECONDS);
    } finally {
      close();
      execute(postgres.url(), "DROP DATABASE node3 WITH (FORCE)");
    }
    assertThat(findings.lines())
        .singleElement()
        .asString()
        .startsWith("node3: the database jdbc:postgresql:");
  }

  @Test
  void aNodeThatClaimsAGreatHeightHidesNoOthersFindings() throws SQLException {
    execute(url("node1"), "UPDATE t SET a = '7' WHERE ycsb_key = 'a'");
    execute(url("node3"), "INSERT INTO relational_blocks VALUES (1000000000000, '\\x00')");
    List<String> lines = audit();
    assertThat(lines.get(0))
        .isEqualTo(
            "node3: its database is at height 1000000000000, and no more than half of the nodes have come further than 5; was relational_blocks changed, or don't the others run?");
    assertThat(lines.get(1)).startsWith("node1, node2: table t: a differs");
    assertThat(lines).hasSize(2);
  }

  @Test
  void aBlockThatOneNodeAloneHasIsItsFinding() throws SQLException {
    execute(url("node3"), "INSERT INTO relational_blocks VALUES (3, '\\x00')");
    assertThat(audit())
        .containsExactly("node3: height 3: the block is too many, compared with node1, node2");
  }

  @Test
  void aNodeThatCannotBeReadIsLeftOutAndTheRestGoesOn() throws SQLException {
    execute(url("node1"), "UPDATE u SET ycsb_version = 7");
    execute(url("node2"), "DROP TABLE t");
    List<String> lines = audit();
    assertThat(lines.get(0))
        .startsWith("node2: the database jdbc:postgresql:")
        .endsWith("relation \"t\" does not exist");
    assertThat(lines.get(1)).startsWith("node1, node3: table u: d differs");
    assertThat(lines).hasSize(2);

    execute(
        url("node3"), "ALTER TABLE relational_procedures ALTER COLUMN definition DROP NOT NULL");
    execute(url("node3"), "INSERT INTO relational_procedures VALUES ('p', NULL, 5)");
    assertThat(audit().get(0)).startsWith("node3: its database holds what no node writes:");
  }

  @Test
  void aFindingIsOneLineWhateverTheKeyIs() throws SQLException {
    execute(url("node3"), "INSERT INTO u VALUES (E'\\x1b[2J\\naudit passed', 1)");
    assertThat(audit())
        .containsExactly(
            "node3: table u: \\u001b[2J\\u000aaudit passed is too many, compared with node1, node2;"
                + " the first such key of this node");
  }

  @Test
  void aNodeThatCatchesUpMeanwhileIsWaitedFor() throws Exception {
    block(6, NODES.subList(0, 2), transaction(4, records(put("t", "z"))));
    List<Throwable> failures = new ArrayList<>();
    Thread late =
        new Thread(() -> block(6, List.of("node3"), transaction(4, records(put("t", "z")))));
    late.setUncaughtExceptionHandler((thread, failure) -> failures.add(failure));
    late.start();
    assertThat(audit(60_000, NODES)).isEmpty();
    late.join();
    assertThat(failures).isEmpty();
  }
}
