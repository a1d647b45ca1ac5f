package io.hybridycsb.harness.system.veritas;

import static io.hybridycsb.harness.system.TestPlans.json;
import static io.hybridycsb.harness.system.TestPlans.names;
import static io.hybridycsb.harness.system.TestPlans.ports;
import static io.hybridycsb.harness.system.TestPlans.process;
import static io.hybridycsb.harness.system.TestPlans.properties;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import io.hybridycsb.harness.process.ProcessPart;
import io.hybridycsb.harness.process.ProcessSpec;
import io.hybridycsb.harness.system.ClusterPlan;
import io.hybridycsb.harness.system.SystemDescription;
import io.hybridycsb.harness.system.TestPlans;
import io.hybridycsb.harness.system.registry.Systems;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class NodesJvmTest {
  private static final Map<String, String> SHARED = Map.of("nodes.jvm", "shared");
  private static final List<Map.Entry<String, String>> AGAINST_IT =
      List.of(
          Map.entry("kafka.brokers", "3"),
          Map.entry("kafka.jvm", "-Xss1m"),
          Map.entry("state.store", "none"),
          Map.entry("node.state.store", "sql"),
          Map.entry("node.sql.url", "jdbc:h2:mem:veritas;DB_CLOSE_DELAY=-1"),
          Map.entry("node.sql.url", "jdbc:h2:./state"));

  @TempDir private Path dir;
  private TestPlans plans;

  @BeforeEach
  void createHome() throws Exception {
    plans = new TestPlans(Systems.byName("veritas-kafka"), dir);
  }

  @Test
  void nodesBrokerAndOracleAreOneProcessThatRunsWhatEachWouldRun() throws Exception {
    ClusterPlan separate = plans.plan(2, Map.of());
    ClusterPlan shared = plans.plan(2, SHARED);
    ProcessSpec jvm = process(shared, "jvm");

    assertThat(names(shared)).containsExactlyInAnyOrder("redis1", "redis2", "jvm");
    assertThat(jvm.parts())
        .extracting(ProcessPart::name)
        .containsExactly("kafka1", "tso", "node1", "node2");
    assertThat(ports(shared)).hasSameSizeAs(ports(separate)).doesNotHaveDuplicates();
    for (JsonNode part : json(shared, "parts.json")) {
      List<String> command = process(separate, part.get("name").asText()).command();
      assertThat(part.get("program").get("words"))
          .extracting(JsonNode::asText)
          .isEqualTo(command.subList(command.indexOf("-cp") + 2, command.size()));
    }
    assertThat(shared.versions())
        .containsEntry("nodes, broker and oracle", "one process (nodes.jvm=shared)");
  }

  @Test
  void rocksDbUnpacksItsLibraryInTheDirectoryOfTheOneProcess() throws Exception {
    ProcessSpec jvm = process(plans.plan(2, SHARED), "jvm");

    assertThat(jvm.environment()).isEqualTo(Map.of("ROCKSDB_SHAREDLIB_DIR", jvm.dir().toString()));
  }

  @Test
  void theHeapIsAsLargeAsAllTogetherAndNodesKeepTheirBounds() throws Exception {
    ClusterPlan plan =
        plans.plan(3, Map.of("nodes.jvm", "shared", "node.heap", "1g", "kafka.heap", "300m"));

    assertThat(process(plan, "jvm").command()).contains("-Xmx3436m");
    assertThat(properties(plan, "node2/node.properties"))
        .containsEntry("client.requests.bytes.max", Long.toString(128 << 20));
  }

  @Test
  void aQuickstartSharesOneProcessUnlessAnOptionIsAgainstIt() {
    SystemDescription system = Systems.byName("veritas-kafka");

    for (Map<String, String> set :
        List.of(
            Map.of("node.heap", "1g", "kafka.brokers", "1"),
            Map.of("network.rtt.ms", "20"),
            Map.of("state.store", "sql", "node.sql.url", "jdbc:h2:mem:{node}"))) {
      assertThat(system.quickstartOptions(set))
          .containsAllEntriesOf(set)
          .containsAllEntriesOf(SHARED);
    }
    for (Map.Entry<String, String> other : AGAINST_IT) {
      Map<String, String> set = Map.of(other.getKey(), other.getValue());
      assertThat(system.quickstartOptions(set)).isEqualTo(set);
    }
    for (Map<String, String> set :
        List.of(Map.of("nodes.jvm", "separate"), Map.of("node.jvm", "-XX:MaxMetaspaceSize=64m"))) {
      assertThat(system.quickstartOptions(set)).isEqualTo(set);
    }
  }

  @Test
  void whatDoesNotGoWithOneProcessIsRefusedInOneLine() {
    for (Map.Entry<String, String> other : AGAINST_IT) {
      assertThatThrownBy(
              () -> plans.plan(2, Map.of("nodes.jvm", "shared", other.getKey(), other.getValue())))
          .hasMessageStartingWith("nodes.jvm=shared doesn't go with ")
          .hasMessageContaining(other.getKey())
          .hasMessageEndingWith("; leave that out, or set nodes.jvm=separate")
          .hasMessageNotContaining("\n");
    }
  }
}
