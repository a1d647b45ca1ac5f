package io.hybridycsb.harness.system;

import io.hybridycsb.harness.process.Ports;
import io.hybridycsb.harness.process.ProcessSpec;
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
record TestPlans(SystemDescription system, Home home, Path run) {
  ClusterPlan plan(int nodes, Map<String, String> set, Map<String, Integer> ports) {
    return system.plan(
        new PlanContext(
            nodes,
            new Settings(NetworkOptions.of(system), set),
            run,
            home,
            new Ports(ports, 22_000),
            line -> {}));
  }

  static List<String> names(ClusterPlan plan) {
    return plan.processes().stream().map(ProcessSpec::name).toList();
  }

  static ProcessSpec process(ClusterPlan plan, String name) {
    return plan.processes().stream()
        .filter(spec -> spec.name().equals(name))
        .findFirst()
        .orElseThrow();
  }

  static Properties properties(ClusterPlan plan, String end) throws IOException {
    Properties properties = new Properties();
    properties.load(new StringReader(file(plan, end)));
    return properties;
  }

  static String file(ClusterPlan plan, String end) {
    return plan.files().entrySet().stream()
        .filter(file -> file.getKey().endsWith(end))
        .map(Map.Entry::getValue)
        .findFirst()
        .orElseThrow();
  }
}
