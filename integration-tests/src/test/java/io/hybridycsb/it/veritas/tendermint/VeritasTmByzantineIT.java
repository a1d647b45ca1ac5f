package io.hybridycsb.it.veritas.tendermint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hybridycsb.harness.results.YcsbReport;
import io.hybridycsb.it.cluster.LastOnCluster;
import io.hybridycsb.it.cluster.TestClient.Outcome;
import io.hybridycsb.it.release.Ended;
import io.hybridycsb.it.release.Release;
import io.hybridycsb.it.veritas.VeritasCluster;
import io.hybridycsb.it.veritas.VeritasTestClient;
import io.hybridycsb.records.StateKey;
import io.hybridycsb.veritas.client.ClientOptions;
import io.hybridycsb.veritas.client.SeenRecord;
import io.hybridycsb.veritas.client.Session;
import io.hybridycsb.veritas.client.VerifiedRecord;
import io.hybridycsb.veritas.client.VeritasClient;
import io.hybridycsb.veritas.cluster.ClusterConfig;
import io.hybridycsb.veritas.model.VeritasException;
import io.hybridycsb.veritas.proto.Response;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicReference;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * One of four nodes lies: to its clients, and as an application to its validator. Node, validator
 * and the three others are the real ones; what the fourth node says is changed on its way.
 */
@Tag("campaign")
@Tag("veritas-tm")
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
@LastOnCluster
class VeritasTmByzantineIT {
  private static final int RECORDS = 20;

  /** Each takes a while if it is the failed node's turn to propose. */
  private static final int PUTS = 5;

  private static final int LIAR = 3;
  private static final int LIES_ENOUGH = 3;
  private static final Duration PATIENCE = Duration.ofMinutes(3);
  private static final Pattern PROXY_APP = Pattern.compile("proxy_app = \"unix://([^\"]+)\"");

  @RegisterExtension private static final VeritasCluster CLUSTER = new VeritasTmCluster(4);

  @TempDir private static Path directory;

  private static VeritasTestClient client;
  private static LyingGateway gateway;
  private static LyingApplication application;

  @BeforeAll
  static void makeALiarOfTheFourthNode() throws IOException {
    client = VeritasTestClient.patient(CLUSTER);
    gateway = new LyingGateway(CLUSTER.process("node4").address());
    Path validator = CLUSTER.process("validator4").dir();
    Path config = validator.resolve("config").resolve("config.toml");
    String text = Files.readString(config);
    Matcher proxyApp = PROXY_APP.matcher(text);
    assertThat(proxyApp.find()).as("proxy_app in %s", config).isTrue();
    application = new LyingApplication(validator.resolve(proxyApp.group(1)).normalize());
    Files.writeString(
        config, proxyApp.replaceFirst("proxy_app = \"" + application.address() + "\""));
    CLUSTER.restart("validator4");
    for (int i = 0; i < RECORDS; i++) {
      assertThat(client.put(i % LIAR, "key" + i, "value" + i)).isEqualTo(Outcome.COMMITTED);
    }
    // The liar can lie only about records that it has, once its validator has caught up.
    awaitValue(LIAR, "key" + (RECORDS - 1), "value" + (RECORDS - 1));
  }

  /** The state key of another record than those that are asked for. */
  static byte[] anotherKey() {
    return StateKey.of(CLUSTER.table(), "key4");
  }

  @AfterAll
  static void disconnect() throws IOException {
    client.close();
    gateway.close();
    application.close();
  }

  @AfterEach
  void nobodyElseIsHarmed() {
    gateway.tell(LyingGateway.HONEST);
    application.tell(LyingApplication.HONEST);
    for (int node = 0; node < LIAR; node++) {
      String value = "after " + System.nanoTime();
      assertThat(client.put(node, "after", value)).isEqualTo(Outcome.COMMITTED);
      awaitValue(node, "after", value);
    }
  }

  /** If a commit takes long, another node is asked as well, and may be the one that answers. */
  private static void awaitValue(int node, String key, String value) {
    Awaitility.await("what was written, on node %d".formatted(node + 1))
        .atMost(PATIENCE)
        .pollDelay(Duration.ZERO)
        .until(() -> client.getFrom(node, key).equals(Optional.of(value)));
  }

  /** The cluster with the lying node first, and with so many others. */
  private static ClusterConfig liarAnd(int others) {
    ClusterConfig real = CLUSTER.config();
    ClusterConfig.Member liar = real.nodes().get(LIAR);
    List<ClusterConfig.Member> nodes = new ArrayList<>();
    nodes.add(new ClusterConfig.Member(liar.name(), gateway.address(), liar.publicKey()));
    nodes.addAll(real.nodes().subList(0, others));
    return real.withNodes(nodes);
  }

  private static VeritasClient connect(int others, int timeoutMs) {
    return VeritasClient.connect(
        liarAnd(others), CLUSTER.key(), ClientOptions.DEFAULT.withTimeoutMs(timeoutMs));
  }

  private static void verifyMany(Session session) {
    List<SeenRecord.Receipt> receipts =
        Stream.of("key1", "key2", "key3", "absent")
            .map(key -> session.getSeen(CLUSTER.table(), key).receipt())
            .toList();
    session.verifySeen(receipts);
  }

  @ParameterizedTest
  @EnumSource
  @Order(1)
  void whatANodeLiesAboutIsNotVerified(ReadLies lie) {
    try (VeritasClient alone = connect(0, 10_000)) {
      Session session = alone.session();
      assertThat(session.verify(CLUSTER.table(), "key3").record()).isPresent();
      verifyMany(session);

      gateway.tell(lie);
      assertThatThrownBy(() -> session.verify(CLUSTER.table(), "key3"))
          .isInstanceOf(VeritasException.VerificationFailed.class);
      assertThatThrownBy(() -> verifyMany(session))
          .isInstanceOf(VeritasException.VerificationFailed.class);
    }
  }

  @Test
  @Order(2)
  void anOldStateIsNotShownToAClientThatHasSeenANewerOne() {
    assertThat(client.put(0, "old", "old")).isEqualTo(Outcome.COMMITTED);
    AtomicReference<Response> old = new AtomicReference<>();
    try (VeritasClient everybody = connect(LIAR, 30_000)) {
      Awaitility.await("a node that has the first value")
          .atMost(PATIENCE)
          .until(() -> everybody.session(0).verify(CLUSTER.table(), "old").record().isPresent());
      gateway.tell(
          new LyingGateway.Lie() {
            @Override
            public Response told(Response response) {
              if (!response.hasVerify()) {
                return response;
              }
              old.compareAndSet(null, response);
              return old.get().toBuilder().setId(response.getId()).build();
            }
          });
      // From now on the node repeats this answer.
      assertThat(everybody.session(0).verify(CLUSTER.table(), "old").record()).isPresent();
      assertThat(
              everybody
                  .session(1)
                  .begin()
                  .put(CLUSTER.table(), "old", Map.of("f", "new".getBytes(StandardCharsets.UTF_8)))
                  .commit()
                  .isCommitted())
          .isTrue();
      VerifiedRecord read = everybody.session(0).verify(CLUSTER.table(), "old");
      assertThat(read.record().orElseThrow().fields().get("f"))
          .asString(StandardCharsets.UTF_8)
          .isEqualTo("new");
    }
  }

  @Test
  @Order(3)
  void aClientWhoseAnswersAreWithheldGoesToAnotherNode() {
    gateway.tell(
        new LyingGateway.Lie() {
          @Override
          public Response told(Response response) {
            return null;
          }
        });
    try (VeritasClient everybody = connect(LIAR, 20_000)) {
      assertThat(
              everybody
                  .session(0)
                  .begin()
                  .put(CLUSTER.table(), "kept", Map.of())
                  .commit()
                  .isCommitted())
          .isTrue();
      assertThat(everybody.session(0).get(CLUSTER.table(), "kept")).isPresent();
      assertThat(everybody.session(0).verify(CLUSTER.table(), "kept").record()).isPresent();
    }
  }

  @Test
  @Order(3)
  void aHeightThatANodeMadeUpKeepsNobodyFromReadingAtTheOthers() {
    gateway.tell(
        new LyingGateway.Lie() {
          @Override
          public Response told(Response response) {
            Response.Builder told = response.toBuilder();
            if (response.hasGet()) {
              told.getGetBuilder().setHeight(Long.MAX_VALUE).setNewestHeight(Long.MAX_VALUE);
            } else if (response.hasScan()) {
              told.getScanBuilder().setHeight(Long.MAX_VALUE).setNewestHeight(Long.MAX_VALUE);
            } else if (response.hasCommit()) {
              told.getCommitBuilder().setHeight(Long.MAX_VALUE);
            } else if (response.hasStatus()) {
              told.getStatusBuilder().setDecidedHeight(Long.MAX_VALUE);
            }
            return told.build();
          }
        });
    try (VeritasClient everybody = connect(LIAR, 20_000)) {
      String table = CLUSTER.table();
      assertThat(everybody.session(0).get(table, "key3")).isPresent();
      assertThat(everybody.session(0).scan(table, "key3", 1)).hasSize(1);
      assertThat(everybody.session(0).begin().put(table, "high", Map.of()).commit().isCommitted())
          .isTrue();
      for (int node = 1; node <= LIAR; node++) {
        Session honest = everybody.session(node);
        assertThat(honest.get(table, "high")).isPresent();
        assertThat(honest.scan(table, "key3", 1)).hasSize(1);
        assertThat(honest.verify(table, "high").record()).isPresent();
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"read", "batch"})
  @Order(4)
  void ycsbCountsWhatANodeLiesAboutAsNotVerified(String verify) throws IOException {
    String honest = CLUSTER.process("node4").address();
    Path file = directory.resolve("cluster.json");
    Files.writeString(
        file, Files.readString(CLUSTER.clusterFile()).replace(honest, gateway.address()));
    Map<String, String> properties =
        Map.of("table", "ycsb", "recordcount", "20", "operationcount", "64");
    if (verify.equals("read")) {
      CLUSTER.ycsb("load", "workloadc", properties);
    }
    gateway.tell(ReadLies.FALSE_PROOF);
    Map<String, String> all = new TreeMap<>(properties);
    all.putAll(
        Map.of(
            "veritas.cluster",
            file.toString(),
            "veritas.node",
            "node4",
            "veritas.verify",
            verify,
            "veritas.verify.batch",
            "4"));
    Ended run = CLUSTER.workload("run", "workloadc", all);
    assertThat(run.status()).isEqualTo(1);
    YcsbReport report = YcsbReport.parse(run.out());
    assertThat(report.uncommitted().getOrDefault("VERIFICATION_FAILED", 0L))
        .isEqualTo(verify.equals("read") ? 64 : 16);
  }

  static List<ChainLies.Unreadable> unreadable() {
    return List.of(ChainLies.Unreadable.pack(), ChainLies.Unreadable.kind());
  }

  @ParameterizedTest
  @MethodSource("unreadable")
  @Order(5)
  void aProposalThatCannotBeReadIsRefusedAndTheChainGoesOn(ChainLies.Unreadable lie) {
    application.tell(lie);
    putUntilTold(lie);
    assertThat(lie.isDecided()).as("whether the chain has decided such a block").isFalse();
  }

  @Test
  @Order(6)
  void whatAClientHasNotSignedNeverCommitsAndKeepsNothingElseFromIt() {
    ChainLies.Forged lie = new ChainLies.Forged();
    application.tell(lie);
    putUntilTold(lie);
  }

  /** Puts until the lie was told; every write commits and can be read. */
  private static void putUntilTold(ChainLies lie) {
    Awaitility.await("lies that make a difference")
        .atMost(PATIENCE)
        .pollDelay(Duration.ZERO)
        .pollInterval(Duration.ofMillis(1))
        .until(
            () -> {
              String value = "written " + System.nanoTime();
              int node = (int) (System.nanoTime() % LIAR);
              assertThat(client.put(node, "written", value)).isEqualTo(Outcome.COMMITTED);
              awaitValue(node, "written", value);
              return lie.count() >= LIES_ENOUGH;
            });
  }

  @Test
  @Order(7)
  void aValidatorWhoseApplicationSaysAWrongHashFallsAwayAndTheOthersGoOn() throws IOException {
    leftAlone(new ChainLies.WrongAppHash(), "wrong-hash");
    comesBackAsANewNode();
    CLUSTER.requireAuditPasses();
  }

  @Test
  @Order(8)
  void aNodeThatExecutesSomethingElseFallsAwayAndTheAuditNamesIt() {
    leftAlone(new ChainLies.AnotherState(), "another-state");
    assertThat(client.getFrom(LIAR, "another-state"))
        .as("the block that it didn't execute")
        .isEmpty();
    try (VeritasClient alone = connect(0, 2_000)) {
      assertThatThrownBy(() -> alone.session().verify(CLUSTER.table(), "another-state"))
          .as("a state that nobody has signed")
          .isInstanceOf(VeritasException.class);
    }
    Ended audit = CLUSTER.audit();
    assertThat(audit.status()).as("%s", audit).isEqualTo(1);
    assertThat(audit.out().lines().filter(line -> !line.startsWith("audit FAILED")))
        .as("%s", audit)
        .isNotEmpty()
        .allMatch(line -> line.startsWith("node4: "));
  }

  /** Commits go on without the validator, which takes no block after the first wrong one. */
  private static void leftAlone(ChainLies lie, String key) {
    application.tell(lie);
    for (int i = 0; i < PUTS; i++) {
      assertThat(client.put(i % LIAR, key, "value" + i)).isEqualTo(Outcome.COMMITTED);
    }
    Awaitility.await("the liar's first wrong block").atMost(PATIENCE).until(() -> lie.count() > 0);
    for (int i = 0; i < PUTS; i++) {
      assertThat(client.put(i % LIAR, key, "more" + i)).isEqualTo(Outcome.COMMITTED);
    }
    assertThat(lie.count()).as("blocks that the liar has executed").isEqualTo(1);
    assertThat(client.position(0).height()).isGreaterThan(client.position(LIAR).height());
  }

  /** It keeps only its keys and its validator's record of what it has signed. */
  private static void comesBackAsANewNode() throws IOException {
    application.tell(LyingApplication.HONEST);
    CLUSTER.kill("validator4", "node4");
    CLUSTER.flush("redis4");
    Release.delete(CLUSTER.process("node4").dir().resolve("data"));
    Path data = CLUSTER.process("validator4").dir().resolve("data");
    try (Stream<Path> stores = Files.list(data)) {
      for (Path store : stores.filter(Files::isDirectory).toList()) {
        Release.delete(store);
      }
    }
    CLUSTER.restart("node4", "validator4");
    // The audit waits only for a while for a node that lags behind.
    Awaitility.await("the new node as far as the others")
        .atMost(PATIENCE)
        .ignoreExceptions()
        .until(() -> client.position(LIAR).equals(client.position(0)));
  }
}
