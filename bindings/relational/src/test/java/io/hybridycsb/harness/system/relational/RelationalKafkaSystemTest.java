package io.hybridycsb.harness.system.relational;

import static io.hybridycsb.harness.system.TestPlans.json;
import static io.hybridycsb.harness.system.TestPlans.names;
import static io.hybridycsb.harness.system.TestPlans.ports;
import static io.hybridycsb.harness.system.TestPlans.process;
import static io.hybridycsb.harness.system.TestPlans.properties;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hybridycsb.harness.HarnessException;
import io.hybridycsb.harness.system.ClusterPlan;
import io.hybridycsb.harness.system.Passwords;
import io.hybridycsb.harness.system.TestPlans;
import io.hybridycsb.harness.system.programs.FakePrograms;
import io.hybridycsb.harness.system.registry.Systems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RelationalKafkaSystemTest {
  @TempDir private Path dir;
  private TestPlans plans;

  @BeforeEach
  void createPrograms() throws Exception {
    Path postgres = FakePrograms.script(dir.resolve("pg/postgres"), "echo postgres 16.2");
    Path mariadbd = FakePrograms.script(dir.resolve("maria/bin/mariadbd"), "echo Ver 11.8.1");
    plans =
        new TestPlans(Systems.byName("relational-kafka"), dir)
            .with("postgresql.bin", postgres.getParent())
            .with("mariadb.home", mariadbd.getParent().getParent());
  }

  @Test
  void bothKindsOfDatabasesStandSideBySideUnlessToldOtherwise() {
    ClusterPlan plan = plans.plan(3, Map.of());

    assertThat(names(plan))
        .containsExactlyInAnyOrder(
            "kafka1", "postgresql1", "mariadb2", "postgresql3", "node1", "node2", "node3");
    assertThat(process(plan, "kafka1").role()).isEqualTo("shared-log");
    assertThat(process(plan, "mariadb2").role()).isEqualTo("database");
    assertThat(process(plan, "mariadb2").stage()).isLessThan(process(plan, "node2").stage());
    assertThat(plan.versions()).containsKeys("Kafka", "PostgreSQL", "MariaDB");
    assertThat(names(plans.plan(2, Map.of("database", "mariadb"))))
        .contains("mariadb1", "mariadb2");
    assertThat(names(plans.plan(2, Map.of("database", "postgresql"))))
        .contains("postgresql1", "postgresql2");
  }

  @Test
  void byDefaultOneKindOfDatabaseCanOutvoteTheOther() {
    int nodes = Systems.byName("relational-kafka").data().nodes().usual();

    assertThat(nodes).isEqualTo(3);
    assertThat(plans.said(nodes, Map.of())).isEmpty();
    assertThat(plans.said(4, Map.of("database", "mariadb"))).isEmpty();
    assertThat(plans.said(4, Map.of()))
        .containsExactly(
            "warning: as many nodes on PostgreSQL as on MariaDB (2 each): neither kind can outvote"
                + " the other; an odd number of nodes can");
  }

  @Test
  void noTwoProcessesShareAPort() {
    // The broker and its controller; per node the database, clients and metrics.
    assertThat(ports(plans.plan(7, Map.of()))).hasSize(2 + 7 * 3).doesNotHaveDuplicates();
  }

  @Test
  void aNodeKnowsItsDatabaseItsKeyAndTheLog() throws Exception {
    ClusterPlan plan = plans.plan(2, Map.of("failure", "block", "block.linger.ms", "7"));

    assertThat(properties(plan, "node2/node.properties"))
        .containsEntry("node.listen", process(plan, "node2").address())
        .containsEntry("node.key", plans.run().resolve("node2/node.key").toString())
        .containsEntry("kafka.bootstrap.servers", process(plan, "kafka1").address())
        .containsEntry("kafka.topic", "relational")
        .containsEntry("database.user", "relational")
        .containsEntry(
            "database.password", Passwords.in(plans.run().resolve("passwords/mariadb2-relational")))
        .containsEntry("relational.failure", "block")
        .containsEntry("block.linger.ms", "7");
    assertThat(properties(plan, "node1/node.properties"))
        .containsEntry("database.user", "relational")
        .containsEntry(
            "database.password",
            Passwords.in(plans.run().resolve("passwords/postgresql1-relational")));
  }

  @Test
  void nodesAndClientsKnowEachOtherByTheirKeys() throws Exception {
    ClusterPlan plan = plans.plan(2, Map.of());

    assertThat(json(plan, "cluster.json").path("nodes").path(1).path("publicKey").asText())
        .isEqualTo(Files.readString(plans.run().resolve("node2/node.key.pub")).strip());
    assertThat(properties(plan, "client.properties"))
        .containsEntry(
            "relational.nodes",
            process(plan, "node1").address() + "," + process(plan, "node2").address())
        .containsEntry("relational.cluster", "relational-kafka");
    assertThat(plan.commands())
        .containsOnlyKeys("get", "put", "delete", "audit", "await-commits", "skip");
    assertThat(plan.commands().get("skip"))
        .containsSequence("skip", "sign", "--cluster")
        .containsSequence("--key", plans.run().resolve("node2/node.key").toString());
    assertThat(properties(plan, "node2/node.properties"))
        .containsEntry("skip.directory", plans.run().resolve("skips").toString());
  }

  @Test
  void aRecordForWhichTheBrokerHasNoRoomIsRefused() {
    assertThatThrownBy(() -> plans.plan(2, Map.of("block.bytes.max", "100000000")))
        .isInstanceOf(HarnessException.class)
        .hasMessage(
            "block.bytes.max is 100000000, but the broker takes records of at most 67108864"
                + " bytes; raise kafka.record.bytes.max as well");
  }

  @Test
  void planningAgainChangesNothing() {
    ClusterPlan plan = plans.plan(2, Map.of());
    assertThat(plans.plan(2, Map.of())).isEqualTo(plan);
  }
}
