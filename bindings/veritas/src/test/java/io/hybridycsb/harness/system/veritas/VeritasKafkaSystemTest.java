package io.hybridycsb.harness.system.veritas;

import static io.hybridycsb.harness.system.TestPlans.json;
import static io.hybridycsb.harness.system.TestPlans.names;
import static io.hybridycsb.harness.system.TestPlans.ports;
import static io.hybridycsb.harness.system.TestPlans.properties;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import io.hybridycsb.harness.HarnessException;
import io.hybridycsb.harness.system.ClusterPlan;
import io.hybridycsb.harness.system.TestPlans;
import io.hybridycsb.harness.system.registry.Systems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class VeritasKafkaSystemTest {
  @TempDir private Path dir;
  private TestPlans plans;

  @BeforeEach
  void createHome() throws Exception {
    plans = new TestPlans(Systems.byName("veritas-kafka"), dir);
  }

  @Test
  void nNodesAreNStoresOneBrokerOneOracleAndNServers() {
    ClusterPlan plan = plans.plan(3, Map.of());

    assertThat(names(plan))
        .containsExactlyInAnyOrder(
            "kafka1", "redis1", "redis2", "redis3", "tso", "node1", "node2", "node3");
    assertThat(plan.processes())
        .filteredOn(spec -> spec.role().equals("node"))
        .allSatisfy(
            node ->
                assertThat(plan.processes())
                    .filteredOn(spec -> !spec.role().equals("node"))
                    .allSatisfy(spec -> assertThat(spec.stage()).isLessThan(node.stage())));
  }

  @Test
  void theOracleMayBeginInAnEmptyDirectoryOnceWhenTheClusterIsNew() throws Exception {
    Path clusterFile = file(plans.plan(1, Map.of()), "cluster.json");
    Path firstStart = file(plans.plan(1, Map.of()), "tso/data/first-start");
    assertThat(firstStart).doesNotExist();
    Files.createDirectories(clusterFile.getParent());
    Files.createFile(clusterFile);
    assertThat(plans.plan(1, Map.of()).files()).doesNotContainKey(firstStart);
  }

  private static Path file(ClusterPlan plan, String name) {
    return plan.files().keySet().stream()
        .filter(path -> path.endsWith(name))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void theVersionsOfItsServersAndTheCopiesOfItsLogAreTold() {
    assertThat(plans.plan(1, Map.of()).versions())
        .containsEntry("Kafka", "1.2.3")
        .containsEntry("Kafka brokers", "1")
        .containsKey("Redis");
  }

  @Test
  void noTwoProcessesShareAPort() {
    assertThat(ports(plans.plan(4, Map.of())))
        .doesNotHaveDuplicates()
        .allSatisfy(port -> assertThat(port).isLessThan(32_768));
  }

  @Test
  void withANetworkTheBrokerTellsEachNodeAnAddressOfItsOwn() throws Exception {
    Map<String, Integer> ports =
        Map.of("kafka1-node2", 2002, "link node2 kafka1-node2", 3002, "kafka1", 2000);
    ClusterPlan plan = plans.plan(2, Map.of("network.rtt.ms", "20"), ports);
    Properties broker = properties(plan, "server.properties");

    assertThat(properties(plan, "node2/node.properties"))
        .containsEntry("kafka.bootstrap.servers", "127.0.0.1:3002");
    assertThat(broker.getProperty("listeners")).endsWith(",NODE2://127.0.0.1:2002");
    assertThat(broker.getProperty("advertised.listeners"))
        .startsWith("BROKER://127.0.0.1:2000,NODE1://")
        .endsWith(",NODE2://127.0.0.1:3002");
    assertThat(broker.getProperty("listener.security.protocol.map"))
        .endsWith("NODE2:SASL_PLAINTEXT");
    assertThat(TestPlans.process(plan, "kafka1").ports()).contains(2000, 2002);
  }

  @Test
  void eachListenerOfTheBrokerAsksForAPasswordThatNobodySees() throws Exception {
    ClusterPlan plan = plans.plan(2, Map.of("network.rtt.ms", "20"));
    Properties broker = properties(plan, "server.properties");
    String password = plans.password("kafka1");

    assertThat(broker.getProperty("listener.security.protocol.map").split(","))
        .hasSize(4)
        .allMatch(listener -> listener.endsWith(":SASL_PLAINTEXT"));
    assertThat(broker)
        .containsEntry("sasl.enabled.mechanisms", "SCRAM-SHA-256")
        .containsEntry("sasl.mechanism.inter.broker.protocol", "SCRAM-SHA-256")
        .containsEntry("listener.name.controller.sasl.enabled.mechanisms", "PLAIN");
    for (String listener : List.of("broker", "node1", "node2")) {
      assertThat(
              broker.getProperty("listener.name." + listener + ".scram-sha-256.sasl.jaas.config"))
          .contains("ScramLoginModule", "password=\"" + password + "\"");
    }
    assertThat(broker.getProperty("listener.name.controller.plain.sasl.jaas.config"))
        .contains("user_hybrid=\"" + password + "\"");
    assertThat(TestPlans.file(plan, "format.arguments"))
        .contains("\"SCRAM-SHA-256=[name=hybrid,password=" + password + "]\"");
    assertThat(broker).containsEntry("allow.everyone.if.no.acl.found", "false");
    assertThat(properties(plan, "node2/node.properties"))
        .containsEntry("kafka.security.protocol", "SASL_PLAINTEXT")
        .containsEntry("kafka.sasl.mechanism", "SCRAM-SHA-256")
        .extractingByKey("kafka.sasl.jaas.config")
        .asString()
        .contains(password);
    assertThat(TestPlans.seen(plan)).noneMatch(word -> word.contains(password));
  }

  @Test
  void aLogThatDoesNotHoldThePasswordIsRefused() throws Exception {
    Files.createDirectories(plans.run().resolve("kafka1/data"));

    assertThatThrownBy(() -> plans.plan(2, Map.of()))
        .hasMessageStartingWith("an older release has made ")
        .hasMessageEndingWith("'hybrid down veritas-kafka --purge' first");
  }

  @Test
  void eachRedisAsksForAPasswordAndServesNoCommandThatWritesAFile() throws Exception {
    ClusterPlan plan = plans.plan(2, Map.of());
    String password = plans.password("redis2");

    assertThat(TestPlans.file(plan, "redis2/redis.conf"))
        .contains("user default on >" + password + " ~* -@all +ping ")
        .doesNotContain("config", "eval", "save +");
    assertThat(properties(plan, "node2/node.properties")).containsEntry("redis.password", password);
    assertThat(TestPlans.seen(plan)).noneMatch(word -> word.contains(password));
  }

  @Test
  void aNodeUsesItsRedisByAUnixSocketThatOnlyItsUserMayOpen() throws Exception {
    ClusterPlan plan = plans.plan(2, Map.of());

    assertThat(TestPlans.file(plan, "redis2/redis.conf"))
        .contains("\nunixsocket redis.socket\nunixsocketperm 700\n");
    assertThat(properties(plan, "node2/node.properties"))
        .containsEntry("redis.address", "unix:../redis2/redis.socket");
  }

  @Test
  void nodesAndClientsReadTheSameClusterFile() throws Exception {
    ClusterPlan plan = plans.plan(2, Map.of("approval.policy", "majority"));
    JsonNode cluster = json(plan, "cluster.json");

    assertThat(cluster.path("system").asText()).isEqualTo("veritas-kafka");
    assertThat(cluster.path("approvalPolicy").asText()).isEqualTo("majority");
    assertThat(cluster.path("nodes")).hasSize(2);
    assertThat(cluster.path("nodes").path(1).path("name").asText()).isEqualTo("node2");
    assertThat(cluster.path("nodes").path(1).path("publicKey").asText()).matches("[0-9a-f]{64}");
    assertThat(cluster.path("clients").path(0).path("publicKey").asText()).matches("[0-9a-f]{64}");
    String clusterFile = plan.clientProperties().get("veritas.cluster");
    assertThat(properties(plan, "node2/node.properties"))
        .containsEntry("cluster.file", clusterFile)
        .containsEntry("node.name", "node2")
        .containsEntry("node.listen", cluster.path("nodes").path(1).path("address").asText())
        .containsEntry("state.store", "redis")
        .containsEntry("kafka.topic", "veritas");
  }

  @Test
  void privateKeysAreReadableByTheirOwnerOnly() throws Exception {
    plans.plan(1, Map.of());
    Path run = dir.resolve("run").resolve("veritas-kafka");

    for (Path key : List.of(run.resolve("client.key"), run.resolve("node1").resolve("node.key"))) {
      assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(key)))
          .isEqualTo("rw-------");
      assertThat(Files.readString(key))
          .startsWith("-----BEGIN PRIVATE KEY-----\n")
          .endsWith("\n-----END PRIVATE KEY-----\n");
    }
  }

  @Test
  void planningAgainWithTheSamePortsGivesTheSamePlanAndKeys() {
    Map<String, Integer> ports = Map.of("kafka1", 23_000, "node1", 23_001);

    assertThat(plans.plan(2, Map.of(), ports)).isEqualTo(plans.plan(2, Map.of(), ports));
  }

  @Test
  void optionsReachTheNodesConfiguration() throws Exception {
    ClusterPlan plan =
        plans.plan(
            1,
            Map.of(
                "block.transactions.max", "500",
                "node.votes.linger.ms", "3",
                "node.heap", "1g",
                "node.jvm", "-Xlog:gc -XX:+UseParallelGC"));

    assertThat(properties(plan, "node1/node.properties"))
        .containsEntry("block.transactions.max", "500")
        .containsEntry("votes.linger.ms", "3")
        .doesNotContainKey("heap")
        .doesNotContainKey("log.level");
    assertThat(plan.processes())
        .filteredOn(spec -> spec.name().equals("node1"))
        .first()
        .satisfies(
            node ->
                assertThat(node.command())
                    .contains("-Xmx1g", "-Xlog:gc", "-XX:+UseParallelGC", "serve"));
  }

  @Test
  void aClusterWithoutADatabaseSaysSoInItsVersions() throws Exception {
    ClusterPlan plan = plans.plan(2, Map.of("state.store", "none"));

    assertThat(names(plan)).noneMatch(name -> name.startsWith("redis"));
    assertThat(properties(plan, "node1/node.properties")).containsEntry("state.store", "none");
    assertThat(plan.versions().get("state store")).endsWith("no database");
  }

  @Test
  void otherStateStoresNeedNoRedis() throws Exception {
    ClusterPlan plan = plans.plan(2, Map.of("state.store", "rocksdb"));

    assertThat(names(plan)).noneMatch(name -> name.startsWith("redis"));
    assertThat(properties(plan, "node1/node.properties"))
        .containsEntry("state.store", "rocksdb")
        .doesNotContainKey("redis.address");
  }

  @Test
  void everyNodeHasADatabaseOfItsOwnUnlessOneIsNamed() throws Exception {
    Map<String, String> named =
        Map.of("state.store", "sql", "node.sql.url", "jdbc:postgresql://127.0.0.1/{node}");

    assertThat(properties(plans.plan(2, Map.of("state.store", "sql")), "node2/node.properties"))
        .containsEntry("sql.url", "jdbc:h2:mem:node2;DB_CLOSE_DELAY=-1");
    assertThat(properties(plans.plan(2, named), "node2/node.properties"))
        .containsEntry("sql.url", "jdbc:postgresql://127.0.0.1/node2");
  }

  @Test
  void theBrokerKeepsEverythingAndNamesItsDurability() throws Exception {
    Properties pageCache = properties(plans.plan(1, Map.of()), "server.properties");
    Properties fsync =
        properties(plans.plan(1, Map.of("kafka.durability", "fsync")), "server.properties");

    assertThat(pageCache)
        .containsEntry("log.retention.ms", "-1")
        .containsEntry("auto.create.topics.enable", "false")
        .containsEntry("log.flush.interval.messages", Long.toString(Long.MAX_VALUE));
    assertThat(fsync).containsEntry("log.flush.interval.messages", "1");
  }

  @Test
  void aBlockThatTheBrokerCouldNotTakeIsRefused() {
    assertThatThrownBy(() -> plans.plan(1, Map.of("block.bytes.max", "100000000")))
        .isInstanceOf(HarnessException.class)
        .hasMessageContaining("block.bytes.max is 100000000")
        .hasMessageContaining("kafka.record.bytes.max");
  }

  @Test
  void theAuditIsGivenEveryNodesConfiguration() {
    List<String> audit = plans.plan(3, Map.of()).commands().get("audit");

    assertThat(audit).filteredOn("--node-config"::equals).hasSize(3);
    assertThat(audit).contains(dir.resolve("run/veritas-kafka/node3/node.properties").toString());
  }

  @Test
  void anUnknownSystemIsAnErrorThatListsThem() {
    assertThatThrownBy(() -> Systems.byName("veritas"))
        .hasMessageContaining("unknown system 'veritas'")
        .hasMessageContaining("veritas-kafka");
  }

  @Test
  void commandsThatCheckWhatTheyReadShareWhatWasVerified() {
    ClusterPlan plan = plans.plan(1, Map.of());
    String state = plans.run().resolve("verified-state").toString();

    for (String command : List.of("get", "verify")) {
      assertThat(plan.commands().get(command)).containsSequence("--state", state);
    }
    assertThat(plan.commands().get("put")).doesNotContain(state);
    assertThat(plan.clientProperties()).doesNotContainValue(state);
  }
}
