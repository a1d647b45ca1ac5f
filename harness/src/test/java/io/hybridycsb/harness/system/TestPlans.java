package io.hybridycsb.harness.system;

import io.hybridycsb.harness.network.Links;
import io.hybridycsb.harness.process.Ports;
import io.hybridycsb.harness.process.ProcessSpec;
import io.hybridycsb.harness.system.network.NetworkOptions;
import io.hybridycsb.harness.system.programs.Home;
import java.io.IOException;
import java.io.StringReader;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Properties;

/**
 * Plans of one system, and what is in them.
 *
 * @param run the cluster's directory
 */
public record TestPlans(SystemDescription system, Home home, Path run) {
  public ClusterPlan plan(int nodes, Map<String, String> set, Map<String, Integer> ports) {
    Settings settings = new Settings(NetworkOptions.of(system), set);
    Ports known = new Ports(ports, 22_000);
    Links links = new Links(NetworkOptions.areSet(settings), known);
    return system.plan(new PlanContext(nodes, settings, run, home, known, links, line -> {}));
  }

  public static List<String> names(ClusterPlan plan) {
    return plan.processes().stream().map(ProcessSpec::name).toList();
  }

  public static ProcessSpec process(ClusterPlan plan, String name) {
    return plan.processes().stream()
        .filter(spec -> spec.name().equals(name))
        .findFirst()
        .orElseThrow();
  }

  public static Properties properties(ClusterPlan plan, String end) throws IOException {
    Properties properties = new Properties();
    properties.load(new StringReader(file(plan, end)));
    return properties;
  }

  public static String file(ClusterPlan plan, String end) {
    return plan.files().entrySet().stream()
        .filter(file -> file.getKey().endsWith(end))
        .map(Map.Entry::getValue)
        .findFirst()
        .orElseThrow();
  }
}
