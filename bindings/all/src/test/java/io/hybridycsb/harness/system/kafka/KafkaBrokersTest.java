package io.hybridycsb.harness.system.kafka;

import static io.hybridycsb.harness.system.TestPlans.file;
import static io.hybridycsb.harness.system.TestPlans.names;
import static io.hybridycsb.harness.system.TestPlans.ports;
import static io.hybridycsb.harness.system.TestPlans.process;
import static io.hybridycsb.harness.system.TestPlans.properties;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hybridycsb.harness.process.SetupCommand;
import io.hybridycsb.harness.system.ClusterPlan;
import io.hybridycsb.harness.system.TestPlans;
import io.hybridycsb.harness.system.programs.FakePrograms;
import io.hybridycsb.harness.system.registry.Systems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class KafkaBrokersTest {
  private static final String CONFIG = "server.properties";
  private static final List<String> BROKERS = List.of("kafka1", "kafka2", "kafka3");
  private static final Map<String, String> THREE = Map.of("kafka.brokers", "3");
  private static final Map<String, String> THREE_WITH_NETWORK =
      Map.of("kafka.brokers", "3", "network.rtt.ms", "20");

  @TempDir private Path dir;
  private TestPlans plans;

  @BeforeEach
  void createHome() throws Exception {
    plans = new TestPlans(Systems.byName("veritas-kafka"), dir);
  }

  private static Properties broker(ClusterPlan plan, String name) throws Exception {
    return properties(plan, name + "/" + CONFIG);
  }

  private static List<String> createTopic(ClusterPlan plan) {
    List<SetupCommand> commands =
        plan.processes().stream().flatMap(spec -> spec.afterFirstStart().stream()).toList();
    assertThat(commands).hasSize(1);
    return commands.get(0).command();
  }

  @Test
  void aDirectoryMayHaveAnyName() throws Exception {
    Path other = Files.createDirectories(dir.resolve("größe mit Blank"));
    TestPlans there = new TestPlans(Systems.byName("veritas-kafka"), other);
    ClusterPlan plan = there.plan(2, THREE, Map.of());

    Properties broker = broker(plan, "kafka2");
    assertThat(Path.of(broker.getProperty("log.dirs"))).startsWithRaw(other);
    assertThat(Path.of(broker.getProperty("listener.name.controller.ssl.keystore.location")))
        .startsWithRaw(other);
    assertThat(file(plan, "kafka2/" + CONFIG).chars()).allMatch(c -> c < 0x80);
  }

  @Test
  void threeBrokersStartTogetherAndAreEachOthersControllers() throws Exception {
    Map<String, Integer> ports =
        Map.of("kafka1-controller", 2001, "kafka2-controller", 2002, "kafka3-controller", 2003);
    ClusterPlan plan = plans.plan(2, THREE, ports);

    assertThat(names(plan)).filteredOn(name -> name.startsWith("kafka")).isEqualTo(BROKERS);
    for (String name : BROKERS) {
      assertThat(process(plan, name).stage()).isEqualTo(process(plan, "tso").stage());
      assertThat(process(plan, name).role()).isEqualTo("shared-log");
      assertThat(broker(plan, name))
          .containsEntry("node.id", name.substring("kafka".length()))
          .containsEntry(
              "controller.quorum.voters", "1@127.0.0.1:2001,2@127.0.0.1:2002,3@127.0.0.1:2003");
    }
    assertThat(ports(plan)).doesNotHaveDuplicates();
  }

  @Test
  void aRecordOfThreeBrokersIsOnTwoBeforeItIsAcknowledged() throws Exception {
    ClusterPlan plan = plans.plan(2, THREE);

    assertThat(createTopic(plan))
        .containsSequence("--replication-factor", "3")
        .contains("min.insync.replicas=2")
        .containsSequence("--bootstrap-server", addresses(plan));
    assertThat(broker(plan, "kafka2"))
        .containsEntry("min.insync.replicas", "2")
        .containsEntry("unclean.leader.election.enable", "false");
  }

  @Test
  void oneBrokerIsTheDefaultAndKeepsTheOnlyCopy() throws Exception {
    ClusterPlan plan = plans.plan(2, Map.of());

    assertThat(createTopic(plan))
        .containsSequence("--replication-factor", "1")
        .contains("min.insync.replicas=1");
    assertThat(broker(plan, "kafka1")).containsEntry("min.insync.replicas", "1");
  }

  private static String addresses(ClusterPlan plan) {
    return String.join(",", BROKERS.stream().map(name -> process(plan, name).address()).toList());
  }

  @Test
  void nodesAreToldAllBrokersWhateverTheSystem() throws Exception {
    ClusterPlan veritas = plans.plan(2, THREE);
    Path postgres = FakePrograms.script(dir.resolve("pg/postgres"), "echo postgres 16.2");
    ClusterPlan relational =
        new TestPlans(Systems.byName("relational-kafka"), dir)
            .with("postgresql.bin", postgres.getParent())
            .plan(2, Map.of("kafka.brokers", "3", "database", "postgresql"));

    for (ClusterPlan plan : List.of(veritas, relational)) {
      assertThat(properties(plan, "node2/node.properties"))
          .containsEntry("kafka.bootstrap.servers", addresses(plan));
    }
  }

  @Test
  void allBrokersBelongToOneClusterWithOnePassword() throws Exception {
    ClusterPlan plan = plans.plan(2, THREE);
    String password = plans.password("kafka1");
    List<String> formats =
        BROKERS.stream()
            .map(name -> TestPlans.file(plan, name + "/format.arguments"))
            .map(text -> text.replaceAll("/kafka./", "/"))
            .toList();

    assertThat(formats).containsOnly(formats.get(0)).first().asString().contains(password);
    assertThat(TestPlans.seen(plan)).noneMatch(word -> word.contains(password));
  }

  /** A dead broker's port is free for another user of the machine. */
  @Test
  void controllersShowEachOtherACertificateAndSendNoPassword() throws Exception {
    Properties broker = broker(plans.plan(2, THREE), "kafka3");

    assertThat(broker.getProperty("listener.security.protocol.map")).contains("CONTROLLER:SSL");
    assertThat(broker)
        .containsEntry("listener.name.controller.ssl.client.auth", "required")
        .containsEntry(
            "listener.name.controller.ssl.keystore.location",
            plans.run().resolve("passwords/peer.p12").toString())
        .containsEntry("super.users", "User:hybrid;User:CN=peer");
    assertThat(broker.toString()).doesNotContain("PlainLoginModule");
  }

  @Test
  void withANetworkNodesAndBrokersReachEachBrokerByAProxyOfTheirOwn() throws Exception {
    Map<String, Integer> ports = new HashMap<>();
    ports.put("kafka3-node2", 2302);
    ports.put("link node2 kafka3-node2", 3302);
    ports.put("kafka3-kafka1", 2301);
    ports.put("link kafka1 kafka3-kafka1", 3301);
    ports.put("kafka3-kafka3", 2303);
    ClusterPlan plan = plans.plan(2, THREE_WITH_NETWORK, ports);
    Properties broker = broker(plan, "kafka3");

    assertThat(broker.getProperty("listeners").split(","))
        .contains("NODE2://127.0.0.1:2302", "KAFKA1://127.0.0.1:2301", "KAFKA3://127.0.0.1:2303");
    assertThat(broker.getProperty("advertised.listeners").split(","))
        .contains("NODE2://127.0.0.1:3302", "KAFKA1://127.0.0.1:3301", "KAFKA3://127.0.0.1:2303");
    assertThat(broker).containsEntry("inter.broker.listener.name", "KAFKA3");
    assertThat(properties(plan, "node2/node.properties").getProperty("kafka.bootstrap.servers"))
        .endsWith(",127.0.0.1:3302");
    assertThat(process(plan, "kafka3").ports()).contains(2301, 2302, 2303);
    assertThat(ports(plan)).doesNotHaveDuplicates();
  }

  @Test
  void planningAgainChangesNothing() {
    ClusterPlan plan = plans.plan(2, THREE_WITH_NETWORK);

    assertThat(plans.plan(2, THREE_WITH_NETWORK)).isEqualTo(plan);
  }

  @Test
  void aBrokersLogOfAnOlderReleaseIsRefused() throws Exception {
    Files.createDirectories(plans.run().resolve("kafka2/data"));

    assertThatThrownBy(() -> plans.plan(2, THREE))
        .hasMessageStartingWith("an older release has made ")
        .hasMessageContaining("kafka2");
  }

  @Test
  void anotherNumberOfBrokersIsRefused() {
    assertThatThrownBy(() -> plans.plan(2, Map.of("kafka.brokers", "2")))
        .hasMessage("kafka.brokers must be 1 or 3, not '2'");
  }
}
