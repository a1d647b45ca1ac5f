package io.hybridycsb.harness.system.relational;

import static io.hybridycsb.harness.system.TestPlans.file;
import static io.hybridycsb.harness.system.TestPlans.json;
import static io.hybridycsb.harness.system.TestPlans.names;
import static io.hybridycsb.harness.system.TestPlans.ports;
import static io.hybridycsb.harness.system.TestPlans.process;
import static io.hybridycsb.harness.system.TestPlans.properties;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hybridycsb.harness.UsageException;
import io.hybridycsb.harness.process.ProcessSpec;
import io.hybridycsb.harness.system.ClusterPlan;
import io.hybridycsb.harness.system.TestPlans;
import io.hybridycsb.harness.system.programs.FakePrograms;
import io.hybridycsb.harness.system.registry.Systems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RelationalTmSystemTest {
  @TempDir private Path dir;
  private TestPlans plans;

  @BeforeEach
  void createPrograms() throws Exception {
    Path postgres = FakePrograms.script(dir.resolve("pg/postgres"), "echo postgres 16.2");
    Path mariadbd = FakePrograms.script(dir.resolve("maria/bin/mariadbd"), "echo Ver 11.8.1");
    plans =
        new TestPlans(Systems.byName("relational-tm"), dir)
            .with("cometbft.program", FakePrograms.cometBft(dir.resolve("cometbft"), "0.38.26"))
            .with("postgresql.bin", postgres.getParent())
            .with("mariadb.home", mariadbd.getParent().getParent());
  }

  @Test
  void eachNodeIsADatabaseAServerAndAValidator() {
    ClusterPlan plan = plans.plan(2, Map.of());

    assertThat(names(plan))
        .containsExactlyInAnyOrder(
            "postgresql1", "postgresql2", "node1", "node2", "validator1", "validator2");
    assertThat(process(plan, "validator2").stage()).isEqualTo(process(plan, "node2").stage());
    assertThat(process(plan, "postgresql2").stage()).isLessThan(process(plan, "node2").stage());
    assertThat(process(plan, "postgresql2").role()).isEqualTo("database");
    assertThat(process(plan, "validator2").endsWith("node2")).isTrue();
    assertThat(plan.versions())
        .containsEntry("CometBFT", "0.38.26")
        .containsEntry("PostgreSQL", "16.2");
    assertThat(names(plans.plan(2, Map.of("database", "mariadb"))))
        .contains("mariadb1", "mariadb2")
        .doesNotContain("postgresql1");
  }

  @Test
  void noTwoProcessesShareAPort() {
    // Per node: the database; clients and metrics; RPC and peers.
    assertThat(ports(plans.plan(7, Map.of()))).hasSize(7 * 5).doesNotHaveDuplicates();
  }

  @Test
  void aNodeKnowsItsDatabaseItsValidatorAndTheClustersRules() throws Exception {
    ClusterPlan plan = plans.plan(2, Map.of("failure", "block"));

    assertThat(properties(plan, "node2/node.properties"))
        .containsEntry("node.name", "node2")
        .containsEntry("abci.listen", "unix:abci.socket")
        .containsEntry("node.listen", process(plan, "node2").address())
        .containsEntry("cometbft.rpc", process(plan, "validator2").address())
        .containsEntry(
            "database.url",
            "jdbc:postgresql://%s/relational?requireAuth=scram-sha-256"
                .formatted(process(plan, "postgresql2").address()))
        .containsEntry("database.user", "relational")
        .containsEntry("relational.failure", "block");
    assertThat(file(plan, "validator2/config/config.toml"))
        .contains("proxy_app = \"unix://../node2/abci.socket\"");
    assertThat(
            properties(
                plans.plan(2, Map.of("database", "mariadb", "node.log.level", "DEBUG")),
                "node1/node.properties"))
        .containsEntry("database.user", "relational")
        .containsEntry("log.level", "DEBUG")
        .containsEntry("relational.failure", "transaction")
        .extractingByKey("database.url")
        .asString()
        .startsWith("jdbc:mariadb://127.0.0.1:");
  }

  @Test
  void clientsKnowTheNodesTheClustersNameAndTheirKey() throws Exception {
    ClusterPlan plan = plans.plan(2, Map.of());

    assertThat(properties(plan, "client.properties"))
        .containsEntry(
            "relational.nodes",
            process(plan, "node1").address() + "," + process(plan, "node2").address())
        .containsEntry("relational.cluster", "relational-tm")
        .containsEntry("relational.key", plans.run().resolve("client.key").toString());
    assertThat(json(plan, "cluster.json").path("clients").path(0).path("publicKey").asText())
        .isEqualTo(Files.readString(plans.run().resolve("client.key.pub")).strip());
    assertThat(json(plan, "cluster.json").path("validators").path("members")).hasSize(2);
    assertThat(plan.commands())
        .containsOnlyKeys("get", "put", "delete", "audit", "await-commits", "skip");
    assertThat(plan.commands().get("skip"))
        .containsSequence("skip", "sign", "--cluster")
        .containsSequence(
            "--key", plans.run().resolve("validator2/config/priv_validator_key.json").toString());
    assertThat(properties(plan, "node2/node.properties"))
        .containsEntry("skip.directory", plans.run().resolve("skips").toString());
    assertThat(plan.commands().get("audit"))
        .contains("audit", plans.run().resolve("node2/node.properties").toString());
  }

  @Test
  void effectsAreOnTheDiskUnlessToldOtherwiseAndAnySettingMayBeChanged() {
    assertThat(database(Map.of())).contains("fsync=on", "shared_buffers=128MB");
    assertThat(database(Map.of("fsync", "false", "postgresql.work_mem", "8MB")))
        .contains("fsync=off")
        .endsWith("-c", "work_mem=8MB");
    assertThat(database(Map.of("database", "mariadb", "fsync", "false", "memory", "1g")))
        .contains("--innodb-flush-log-at-trx-commit=2", "--innodb-buffer-pool-size=1g");
    assertThatThrownBy(() -> database(Map.of("database", "oracle")))
        .isInstanceOf(UsageException.class)
        .hasMessage("database must be postgresql or mariadb, not 'oracle'");
  }

  private List<String> database(Map<String, String> set) {
    return plans.plan(1, set).processes().stream()
        .filter(process -> process.role().equals(NodeDatabases.ROLE))
        .map(ProcessSpec::command)
        .findFirst()
        .orElseThrow();
  }

  @Test
  void planningAgainChangesNothing() {
    ClusterPlan plan = plans.plan(2, Map.of());
    assertThat(plans.plan(2, Map.of())).isEqualTo(plan);
  }
}
