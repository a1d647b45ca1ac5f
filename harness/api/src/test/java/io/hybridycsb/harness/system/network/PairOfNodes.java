package io.hybridycsb.harness.system.network;

import io.hybridycsb.harness.process.TestProcesses;
import io.hybridycsb.harness.system.ClusterPlan;
import io.hybridycsb.harness.system.Model;
import io.hybridycsb.harness.system.PlanContext;
import io.hybridycsb.harness.system.Settings;
import io.hybridycsb.harness.system.SystemDescription;
import io.hybridycsb.settings.Property;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Two nodes, each of which would connect to the other; the ports are left to the test. */
public final class PairOfNodes implements SystemDescription {
  @Override
  public String name() {
    return "pair";
  }

  @Override
  public List<Property<?>> options() {
    return List.of();
  }

  @Override
  public Optional<Model> promisedModel(Settings cluster, Map<String, String> ycsbProperties) {
    return Optional.empty();
  }

  @Override
  public ClusterPlan plan(PlanContext context) {
    context.links().address("node1", "node2", "node2");
    context.links().address("node2", "node1", "node1");
    String script = "echo ready; exec sleep 600";
    return new ClusterPlan(
        List.of(
            TestProcesses.shell(context.directory(), "node1", 0, script),
            TestProcesses.shell(context.directory(), "node2", 0, script)),
        Map.of(),
        Map.of(),
        Map.of(),
        Map.of());
  }
}
