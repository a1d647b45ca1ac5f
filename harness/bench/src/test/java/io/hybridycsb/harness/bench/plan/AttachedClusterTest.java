package io.hybridycsb.harness.bench.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hybridycsb.harness.HarnessException;
import io.hybridycsb.harness.UsageException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AttachedClusterTest {
  private static final String CLUSTER =
      "system: etcd\nnodes: 3\nproperties: {etcd.endpoints: 'http://10.0.0.1:2379'}\n";

  @TempDir Path directory;
  private TestExperiments files;

  @BeforeEach
  void files() {
    files = new TestExperiments(directory);
  }

  private AttachedCluster cluster(String text) {
    return AttachedCluster.read(files.write("cluster.yaml", text));
  }

  private Plan plan(String cluster, String settings) {
    Experiment experiment = files.read("name: a\ntitle: A\nrepeats: 1\n" + settings);
    return Plan.on(
        cluster(cluster), List.of(experiment), false, TestExperiments.released("workloads"));
  }

  private static List<String> labels(Plan plan) {
    return plan.groups().stream()
        .flatMap(group -> group.runs().stream())
        .map(run -> run.point().label())
        .toList();
  }

  @Test
  void itsAddressesAreThoseOfItsFileOverThoseOfTheFileThatThisNames() {
    files.write("ycsb.properties", "etcd.endpoints=http://10.0.0.9:1\netcd.other=2\n");

    AttachedCluster cluster =
        cluster(
            CLUSTER + "ycsb: ycsb.properties\nversions: {etcd: 3.10}\nempty: [./empty.sh, now]\n");

    assertThat(cluster.system()).isEqualTo("etcd");
    assertThat(cluster.nodes()).isEqualTo(3);
    assertThat(cluster.properties())
        .isEqualTo(Map.of("etcd.endpoints", "http://10.0.0.1:2379", "etcd.other", "2"));
    assertThat(cluster.versions()).isEqualTo(Map.of("etcd", "3.10"));
    assertThat(cluster.empty()).containsExactly("./empty.sh", "now");
  }

  @Test
  void aFileThatDescribesNoClusterIsRefusedWithWhatIsMissing() {
    assertThatThrownBy(() -> cluster("system: etcd\nnodes: 3\n"))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("ycsb or properties, with the cluster's addresses, is missing");
    assertThatThrownBy(() -> cluster("system: etcd\nproperties: {a: b}\n"))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("nodes is missing");
    assertThatThrownBy(() -> cluster(CLUSTER + "adresses: x\n"))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("unknown setting 'adresses'");
    assertThatThrownBy(() -> cluster("- etcd\n"))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("describes no cluster");
    assertThatThrownBy(() -> cluster(CLUSTER + "ycsb: none.properties\n"))
        .isInstanceOf(HarnessException.class)
        .hasMessageContaining("none.properties");
  }

  /** Else writes that are only accepted would be taken for committed ones. */
  @Test
  void itsFileDoesNotChooseWhenWritesAreAcknowledged() {
    assertThatThrownBy(
            () -> cluster("system: veritas-kafka\nnodes: 4\nproperties: {veritas.commit: async}\n"))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("commit mode async is a property of runs");
  }

  @Test
  void runsAreDoneOnItAsItIs() {
    Plan plan = plan(CLUSTER, "nodes: 4\noptions: {network.rtt.ms: 5}\nvary: {clients: [1, 2]}\n");

    assertThat(labels(plan)).containsExactly("clients=2", "clients=1");
    ClusterSettings settings = plan.groups().get(0).cluster();
    assertThat(settings.nodes()).isEqualTo(3);
    assertThat(settings.options()).isEmpty();
  }

  @Test
  void whatItCannotServeIsLeftOutAndNamed() {
    assertThat(plan(CLUSTER, "vary: {nodes: [3, 5]}\n").skipped())
        .containsExactly("a of etcd: the attached cluster has 3 nodes, not 5");
    assertThat(plan(CLUSTER, "vary: {'option:network.rtt.ms': [0, 5]}\n").skipped())
        .anyMatch(line -> line.contains("are set by whoever starts the servers"));
    assertThat(plan(CLUSTER, "kill: node2\n").skipped())
        .containsExactly("a of etcd: no process of an attached cluster is killed");
    assertThat(plan(CLUSTER, "vary: {workload: [a, d]}\n").skipped())
        .containsExactly(
            "a of etcd: it needs new records: the cluster's file has no command to empty it");
    assertThat(plan(CLUSTER, "vary: {records: [10, 20]}\n").skipped())
        .containsExactly(
            "1 runs on other records than the first ones: the cluster's file has no command to"
                + " empty it");
  }

  @Test
  void aClusterThatCanBeEmptiedServesAllRecords() {
    String emptied = CLUSTER + "empty: [./empty.sh]\n";

    assertThat(labels(plan(emptied, "vary: {records: [10, 20]}\n"))).hasSize(2);
    assertThat(labels(plan(emptied, "vary: {workload: [a, d]}\n"))).hasSize(2);
    assertThat(plan(emptied, "kill: node2\n").groups()).isEmpty();
    assertThat(plan(emptied, "soak-sections: 3\n").groups()).hasSize(1);
    assertThat(plan(emptied, "soak-sections: 3\nsoak-restart: node2\n").groups()).isEmpty();
  }
}
