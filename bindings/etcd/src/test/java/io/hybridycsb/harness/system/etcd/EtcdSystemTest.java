package io.hybridycsb.harness.system.etcd;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hybridycsb.harness.UsageException;
import io.hybridycsb.harness.process.ProcessSpec;
import io.hybridycsb.harness.process.Readiness;
import io.hybridycsb.harness.system.ClusterPlan;
import io.hybridycsb.harness.system.TestPlans;
import io.hybridycsb.harness.system.programs.FakePrograms;
import io.hybridycsb.harness.system.registry.Systems;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EtcdSystemTest {
  private static final Map<String, Integer> PORTS =
      Map.of(
          "node1",
          2001,
          "node2",
          2002,
          "node3",
          2003,
          "node1-peer",
          3001,
          "node2-peer",
          3002,
          "node3-peer",
          3003);

  @TempDir private Path dir;
  private Path etcd;
  private TestPlans plans;

  @BeforeEach
  void createHome() throws Exception {
    etcd = FakePrograms.script(dir.resolve("etcd"), "echo etcd Version: 3.5.21");
    plans = new TestPlans(Systems.byName("etcd"), dir).with("etcd.program", etcd);
  }

  private ClusterPlan plan(int nodes, Map<String, String> set) {
    return plans.plan(nodes, set, PORTS);
  }

  private List<String> commandOfNode2(Map<String, String> set) {
    return TestPlans.process(plan(3, set), "node2").command();
  }

  @Test
  void withANetworkAMemberHasOneAddressForAllOthers() {
    List<String> command = commandOfNode2(Map.of("network.rtt.ms", "20"));
    String ownUrl =
        command.stream()
            .filter(flag -> flag.startsWith("--initial-advertise-peer-urls="))
            .map(flag -> flag.substring(flag.indexOf('=') + 1))
            .findFirst()
            .orElseThrow();

    assertThat(command).contains("--listen-peer-urls=https://127.0.0.1:3002");
    assertThat(ownUrl).startsWith("https://127.0.0.1:").doesNotEndWith(":3002");
    assertThat(command)
        .anyMatch(flag -> flag.startsWith("--initial-cluster=") && flag.contains(ownUrl));
  }

  @Test
  void membersLetNobodyInWhoHasNotTheirCertificate() {
    assertThat(commandOfNode2(Map.of()))
        .contains("--peer-client-cert-auth=true")
        .contains("--peer-trusted-ca-file=" + plans.run().resolve("passwords/peer.pem"))
        .contains("--peer-key-file=" + plans.run().resolve("passwords/peer.key"));
  }

  @Test
  void membersServeNobodyWhoHasNotTheirCertificateAndClientsShowIt() {
    String certificate = plans.run().resolve("passwords/peer.pem").toString();
    String key = plans.run().resolve("passwords/peer.key").toString();

    assertThat(commandOfNode2(Map.of()))
        .contains("--client-cert-auth=true")
        .contains("--trusted-ca-file=" + certificate)
        .contains("--cert-file=" + certificate)
        .contains("--key-file=" + key);
    assertThat(plan(3, Map.of()).clientProperties())
        .containsEntry("etcd.tls.ca", certificate)
        .containsEntry("etcd.tls.certificate", certificate)
        .containsEntry("etcd.tls.key", key);
  }

  @Test
  void nNodesAreNMembersOnLoopbackThatKnowEachOther() {
    ClusterPlan plan = plan(3, Map.of());

    assertThat(TestPlans.names(plan)).containsExactly("node1", "node2", "node3");
    ProcessSpec node2 = TestPlans.process(plan, "node2");
    assertThat(node2.role()).isEqualTo("node");
    assertThat(node2.address()).isEqualTo("127.0.0.1:2002");
    assertThat(node2.ports()).containsExactly(2002, 3002);
    assertThat(node2.readiness())
        .isEqualTo(
            new Readiness.AnswersHttps(
                2002,
                "/health",
                plans.run().resolve("passwords/peer.pem"),
                plans.run().resolve("passwords/peer.pem"),
                plans.run().resolve("passwords/peer.key")));
    assertThat(node2.command())
        .startsWith(etcd.toString())
        .contains(
            "--name=node2",
            "--data-dir=" + dir.resolve("run/etcd/node2/data"),
            "--listen-client-urls=https://127.0.0.1:2002",
            "--listen-peer-urls=https://127.0.0.1:3002",
            "--initial-cluster=node1=https://127.0.0.1:3001,node2=https://127.0.0.1:3002"
                + ",node3=https://127.0.0.1:3003");
    assertThat(plan.versions()).containsEntry("etcd", "3.5.21");
  }

  @Test
  void clientsFindAllMembersAndPeopleReachThemThroughTheBinding() throws Exception {
    ClusterPlan plan = plan(3, Map.of());

    String endpoints = "127.0.0.1:2001,127.0.0.1:2002,127.0.0.1:2003";
    assertThat(plan.clientProperties()).containsEntry("etcd.endpoints", endpoints);
    assertThat(TestPlans.properties(plan, "client.properties"))
        .containsEntry("etcd.endpoints", endpoints);
    assertThat(plan.commands()).containsOnlyKeys("get", "put", "delete");
    assertThat(plan.commands().get("get")).contains("some.Binding");
  }

  @Test
  void optionsBecomeFlagsAndAnyOtherFlagIsPassedOn() {
    assertThat(
            commandOfNode2(
                Map.of(
                    "snapshot.count", "500",
                    "quota.bytes", "2097152",
                    "etcd.auto-compaction-retention", "1h")))
        .contains(
            "--snapshot-count=500",
            "--quota-backend-bytes=2097152",
            "--heartbeat-interval=100",
            "--election-timeout=1000",
            "--auto-compaction-retention=1h");
  }

  @Test
  void membersSyncTheirLogsUnlessToldNotTo() {
    assertThat(commandOfNode2(Map.of())).noneMatch(flag -> flag.contains("fsync"));
    assertThat(commandOfNode2(Map.of("fsync", "false"))).contains("--unsafe-no-fsync=true");
  }

  @Test
  void aBadValueIsRefused() {
    assertThatThrownBy(() -> plan(3, Map.of("election.ms", "soon")))
        .isInstanceOf(UsageException.class)
        .hasMessage("election.ms must be a whole number from 10 to 50000, not 'soon'");
  }
}
