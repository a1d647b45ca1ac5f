package io.hybridycsb.relational.kafka;

import static io.hybridycsb.relational.node.database.fixtures.Txns.merge;
import static io.hybridycsb.relational.node.database.fixtures.Txns.put;
import static io.hybridycsb.relational.node.database.fixtures.Txns.records;
import static io.hybridycsb.relational.node.database.fixtures.Txns.table;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.awaitility.Awaitility.await;

import io.hybridycsb.relational.node.BlockBudget;
import io.hybridycsb.relational.node.BlockProcessor;
import io.hybridycsb.relational.node.Commits;
import io.hybridycsb.relational.node.NodeCounts;
import io.hybridycsb.relational.node.NodeParts;
import io.hybridycsb.relational.node.TestClients;
import io.hybridycsb.relational.node.TransactionChecks;
import io.hybridycsb.relational.node.database.ChainDatabase;
import io.hybridycsb.relational.node.database.DatabaseOptions;
import io.hybridycsb.relational.node.skip.SkipDecision;
import io.hybridycsb.relational.node.skip.SkipSigners;
import io.hybridycsb.relational.node.skip.SkipStatement;
import io.hybridycsb.relational.node.skip.Skips;
import io.hybridycsb.relational.proto.Call;
import io.hybridycsb.sharedlog.InMemorySharedLog;
import io.hybridycsb.testdatabases.MariaDbServer;
import io.hybridycsb.testdatabases.PostgresServer;
import io.hybridycsb.veritas.cluster.ClusterConfig;
import io.hybridycsb.veritas.cluster.ClusterConfig.ApprovalPolicy;
import io.hybridycsb.veritas.cluster.ClusterConfig.Member;
import io.hybridycsb.veritas.crypto.Ed25519;
import io.hybridycsb.veritas.crypto.SigningKey;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Three nodes, two on PostgreSQL and one on MariaDB, and a log in memory. */
class LogOrderingTest {
  private static final Duration PATIENCE = Duration.ofSeconds(120);
  private static final Proposer.Limits LIMITS = new Proposer.Limits(10, 1 << 20, 1, 1 << 20);

  private static final Pattern UNEXECUTED =
      Pattern.compile("Block ([0-9]+) with the digest ([0-9a-f]{64}) was not executed");

  @TempDir private static Path directory;

  private static PostgresServer postgres;
  private static MariaDbServer mariadb;

  private final InMemorySharedLog log = new InMemorySharedLog();
  private final TransactionChecks checks = TestClients.checks();
  private final Map<String, SigningKey> keys = new LinkedHashMap<>();
  private final Map<String, Node> nodes = new LinkedHashMap<>();
  private ClusterConfig cluster;
  private int databaseTimeoutMs = 60_000;
  private Skips skips = Skips.none();

  private record Node(NodeParts parts, LogOrdering ordering, CompletableFuture<Void> ended)
      implements AutoCloseable {
    BlockProcessor blocks() {
      return parts.blocks();
    }

    @Override
    public void close() {
      ordering.close();
      parts.blocks().database().close();
    }
  }

  @BeforeAll
  static void startServers() throws Exception {
    postgres = new PostgresServer(Files.createDirectory(directory.resolve("postgresql")));
    mariadb = new MariaDbServer(Files.createDirectory(directory.resolve("mariadb")));
  }

  @AfterAll
  static void stopServers() throws Exception {
    postgres.close();
    mariadb.close();
  }

  private static String url(String node) {
    return node.equals("node2")
        ? mariadb.url().replace("/test?", "/node2?")
        : postgres.url().replace("/postgres?", "/" + node + "?");
  }

  private static void execute(String url, String... statements) throws Exception {
    try (Connection connection = DriverManager.getConnection(url);
        Statement statement = connection.createStatement()) {
      for (String sql : statements) {
        statement.execute(sql);
      }
    }
  }

  private static void empty(String node) throws Exception {
    execute(
        node.equals("node2") ? mariadb.url() : postgres.url(),
        "DROP DATABASE IF EXISTS " + node,
        "CREATE DATABASE " + node);
  }

  @BeforeEach
  void start() throws Exception {
    List<Member> members = new ArrayList<>();
    for (String name : List.of("node1", "node2", "node3")) {
      empty(name);
      keys.put(name, Ed25519.generate());
      members.add(new Member(name, "127.0.0.1:1", keys.get(name).publicKey()));
    }
    cluster =
        new ClusterConfig(
            TestClients.CLUSTER,
            ApprovalPolicy.ALL,
            "",
            members,
            List.of(),
            Optional.empty(),
            Map.of());
    keys.keySet().forEach(this::start);
  }

  private void start(String name) {
    DatabaseOptions options =
        new DatabaseOptions(
            url(name), "", "", 2, databaseTimeoutMs, DatabaseOptions.DEFINITION_TIMEOUT_MS);
    CompletableFuture<Void> ended = new CompletableFuture<>();
    NodeParts parts =
        new NodeParts(
            null,
            cluster,
            name,
            TestClients.RULES,
            options,
            new BlockProcessor(
                ChainDatabase.open(options, TestClients.RULES, skips),
                checks,
                new Commits(Runnable::run),
                new NodeCounts(),
                new BlockBudget(Duration.ofSeconds(1))),
            1 << 20,
            ended::completeExceptionally);
    LogOrdering ordering =
        new LogOrdering(parts, new InMemorySharedLog(log), keys.get(name), LIMITS);
    ordering.start();
    nodes.put(name, new Node(parts, ordering, ended));
  }

  @AfterEach
  void stop() {
    nodes.values().forEach(Node::close);
  }

  private void submit(String node, long number, Call... calls) {
    byte[] transaction = TestClients.bytes(number, calls);
    nodes.get(node).ordering().take(checks.read(transaction), transaction);
  }

  /** Until these nodes have decided the same block, which is later than one. */
  private long awaitDecided(long after, String... names) {
    await()
        .atMost(PATIENCE)
        .until(
            () ->
                List.of(names).stream()
                    .map(nodes::get)
                    .allMatch(
                        node ->
                            node.blocks().commits().height() > after
                                && node.blocks().commits().height()
                                    == node.blocks().database().height()));
    return nodes.get(names[0]).blocks().commits().height();
  }

  @Test
  void databasesOfBothKindsComeToTheSameAndOneThatHoldsSomethingElseIsOutvoted() throws Exception {
    submit("node1", 1, table("t", "a"), records(put("t", "k", "a", "1")));
    long first = awaitDecided(0, "node1", "node2", "node3");
    submit("node2", 2, table("t", "a"), records(put("t", "other", "a", "2")));
    first = awaitDecided(first, "node1", "node2", "node3");
    assertThat(nodes.get("node2").blocks().database().appHash())
        .isEqualTo(nodes.get("node1").blocks().database().appHash());

    execute(
        url("node3"),
        "SET session_replication_role = replica",
        "UPDATE t SET a = 'x' WHERE ycsb_key = 'k'");
    submit("node1", 3, records(merge("t", "k", "a", "3")));
    awaitDecided(first, "node1", "node2");
    requireOutvoted();
    nodes.get("node3").close();
    start("node3");
    requireOutvoted();

    nodes.get("node3").close();
    empty("node3");
    start("node3");
    awaitDecided(first, "node3");
    assertThat(nodes.get("node3").blocks().database().appHash())
        .isEqualTo(nodes.get("node1").blocks().database().appHash());
  }

  private void requireOutvoted() {
    assertThatThrownBy(() -> nodes.get("node3").ended().get())
        .isInstanceOf(ExecutionException.class)
        .rootCause()
        .hasMessageStartingWith("node3 is outvoted: block ")
        .hasMessageContaining("on node");
  }

  @Test
  void aNodeThatWasAwayExecutesWhatItHasMissedOnce() throws Exception {
    submit("node1", 1, table("t", "a"), records(put("t", "k", "a", "1")));
    long first = awaitDecided(0, "node1", "node2", "node3");
    nodes.get("node2").close();
    submit("node3", 2, records(merge("t", "k", "a", "2")));
    submit("node3", 2, records(merge("t", "k", "a", "2")));
    awaitDecided(first, "node1", "node3");

    start("node2");
    awaitDecided(first, "node2");
    assertThat(nodes.get("node2").blocks().database().appHash())
        .isEqualTo(nodes.get("node1").blocks().database().appHash());
  }

  private void startAllAgain() {
    nodes.values().forEach(Node::close);
    keys.keySet().forEach(this::start);
  }

  /** A database fails at a key, in a way that is no outcome of a call. */
  private static void failAtPoison(String node) throws Exception {
    if (node.equals("node2")) {
      execute(
          url(node),
          "CREATE TRIGGER broken BEFORE INSERT ON t FOR EACH ROW IF NEW.ycsb_key = 'poison' THEN"
              + " SIGNAL SQLSTATE 'HY000' SET MESSAGE_TEXT = 'broken'; END IF");
    } else {
      execute(
          url(node),
          "CREATE FUNCTION broken() RETURNS trigger LANGUAGE plpgsql AS $f$ BEGIN"
              + " RAISE EXCEPTION 'broken' USING ERRCODE = '58000'; END $f$",
          "CREATE TRIGGER broken BEFORE INSERT ON t FOR EACH ROW"
              + " WHEN (NEW.ycsb_key = 'poison') EXECUTE FUNCTION broken()");
    }
  }

  /** The height and the digest of the block at which a node has ended. */
  private MatchResult unexecuted(String node) {
    Throwable failure =
        catchThrowable(() -> nodes.get(node).ended().get(PATIENCE.toSeconds(), TimeUnit.SECONDS));
    Matcher matcher = UNEXECUTED.matcher(failure.getMessage());
    assertThat(matcher.find()).as(failure.getMessage()).isTrue();
    return matcher.toMatchResult();
  }

  @Test
  void aBlockThatNoNodeCanExecuteIsSkippedByADecisionOfTheNodes() throws Exception {
    submit("node1", 1, table("t", "a"));
    awaitDecided(0, "node1", "node2", "node3");
    for (String node : keys.keySet()) {
      failAtPoison(node);
    }
    databaseTimeoutMs = 3_000;
    startAllAgain();
    submit("node1", 2, records(put("t", "poison", "a", "1")));
    long height = Long.parseLong(unexecuted("node1").group(1));
    String digest = unexecuted("node1").group(2);
    assertThat(unexecuted("node2").group(2)).isEqualTo(digest);
    assertThat(unexecuted("node3").group(2)).isEqualTo(digest);

    SkipSigners signers = new RelationalKafka().skipSigners(cluster);
    SkipDecision decision =
        new SkipDecision(
            new SkipStatement(cluster.cluster(), signers.chain(), height, digest), new TreeMap<>());
    for (SigningKey key : keys.values()) {
      decision = decision.signedBy(key, signers);
    }
    skips = Skips.of(signers, cluster.cluster(), List.of(decision));
    databaseTimeoutMs = 60_000;
    startAllAgain();
    submit("node2", 3, records(put("t", "k", "a", "3")));
    awaitDecided(height, "node1", "node2", "node3");
    assertThat(nodes.values())
        .extracting(node -> HexFormat.of().formatHex(node.blocks().database().appHash()))
        .containsOnly(HexFormat.of().formatHex(nodes.get("node1").blocks().database().appHash()));
  }
}
