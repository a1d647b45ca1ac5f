package io.hybridycsb.harness.system.cassandra;

import static io.hybridycsb.harness.system.TestPlans.file;
import static io.hybridycsb.harness.system.TestPlans.names;
import static io.hybridycsb.harness.system.TestPlans.ports;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hybridycsb.harness.HarnessException;
import io.hybridycsb.harness.system.ClusterPlan;
import io.hybridycsb.harness.system.TestPlans;
import io.hybridycsb.harness.system.registry.Systems;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CassandraLwtSystemTest {
  @TempDir private Path dir;
  private TestPlans plans;

  @BeforeEach
  void createHome() throws Exception {
    Path jdk = CassandraJavaTest.jdk(dir.resolve("jdk"), "17.0.9");
    plans = new TestPlans(Systems.byName("cassandra-lwt"), dir).with(CassandraJava.OPTION, jdk);
  }

  @Test
  void eachNodeAsksForAPasswordAndHasNoPortForManagement() throws Exception {
    ClusterPlan plan = plans.plan(2, Map.of());
    String password = plans.password("cassandra-lwt");

    assertThat(TestPlans.file(plan, "node2/cassandra.yaml"))
        .contains("authenticator: {class_name: io.hybridycsb.cassandra.PasswordFile, ")
        .contains("{file: '" + plans.run().resolve("passwords/cassandra-lwt") + "'}")
        .contains("internode_encryption: all, optional: false, require_client_auth: true");
    assertThat(plan.clientProperties()).containsEntry("cassandra.password", password);
    assertThat(TestPlans.seen(plan))
        .noneMatch(word -> word.contains("jmxremote") || word.contains("cassandra.jmx"))
        .noneMatch(word -> word.contains(password));
  }

  @Test
  void nodesShareTheRingEquallyAndTheClientWantsAReplicaOnEach() {
    ClusterPlan plan = plans.plan(4, Map.of());

    assertThat(names(plan)).containsExactly("node1", "node2", "node3", "node4");
    assertThat(file(plan, "node1/cassandra.yaml"))
        .contains("initial_token: '-9223372036854775808'");
    assertThat(file(plan, "node3/cassandra.yaml")).contains("initial_token: '0'");
    assertThat(plan.clientProperties()).containsEntry("cassandra.replication.factor", "4");
    assertThat(plan.versions()).containsEntry("Cassandra", "5.6.7");
  }

  @Test
  void noTwoProcessesShareAPort() {
    assertThat(ports(plans.plan(5, Map.of())))
        .hasSize(10)
        .doesNotHaveDuplicates()
        .allSatisfy(port -> assertThat(port).isLessThan(32_768));
  }

  @Test
  void withANetworkANodeHasAnAddressOfItsOwnForTheOthers() {
    String yaml = file(plans.plan(2, Map.of("network.rtt.ms", "20")), "node2/cassandra.yaml");

    assertThat(yaml)
        .contains("listen_address: 127.0.0.1\n", "broadcast_address: 127.0.1.2\n")
        .contains("seeds: '127.0.1.1:");
    assertThat(file(plans.plan(1, Map.of()), "node1/cassandra.yaml"))
        .contains("broadcast_address: 127.0.0.1\n");
  }

  @Test
  void settingsOfTheUsersReplaceOursAndAddToThem() {
    String yaml =
        file(
            plans.plan(
                1,
                Map.of(
                    "cassandra.yaml.concurrent_writes", "64",
                    "cassandra.yaml.write_request_timeout", "9s",
                    "paxos.variant", "v2",
                    "commitlog.sync", "periodic")),
            "node1/cassandra.yaml");
    assertThat(yaml)
        .contains("concurrent_writes: 64\n", "write_request_timeout: 9s\n", "paxos_variant: v2\n")
        .contains("commitlog_sync: periodic\n", "commitlog_sync_period: 10000ms\n")
        .containsOnlyOnce("write_request_timeout");
  }

  @Test
  void moreReplicasThanNodesAreRefused() {
    assertThatThrownBy(() -> plans.plan(3, Map.of("replication.factor", "4")))
        .isInstanceOf(HarnessException.class)
        .hasMessage("replication.factor is 4, but there are 3 nodes");
  }
}
