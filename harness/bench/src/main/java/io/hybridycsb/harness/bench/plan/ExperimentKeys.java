package io.hybridycsb.harness.bench.plan;

import io.hybridycsb.harness.system.registry.Systems;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** The names that an experiment's file may use. */
final class ExperimentKeys {
  private static final Set<String> EXPERIMENT =
      Set.of(
          "name",
          "paper",
          "figure",
          "gather",
          "labels",
          "title",
          "baseline",
          "systems",
          "vary",
          "repeats",
          "means",
          "overrides",
          "quick",
          "rates");

  /** Settings that runs of any system take, and that any experiment may vary. */
  static final Set<String> BUILT_IN =
      Set.of(
          "clients",
          "client-processes",
          "distribution",
          "kill",
          "kill-after-s",
          "load-clients",
          "load-timeout-s",
          "nodes",
          "operations",
          "processing-ms",
          "record-size",
          "records",
          "restart-after-s",
          "seconds",
          "skew",
          "start-timeout-s",
          "target",
          "timeout-s",
          "warm-up",
          "warm-up-max",
          "workload");

  private static final Set<String> MAPS = Set.of("options", "properties", "load-properties");

  static final String OPTION = "option:";
  static final String PROPERTY = "property:";

  private ExperimentKeys() {}

  /** Whether a dimension of this name needs no entry under {@code means}. */
  static boolean isBuiltIn(String name) {
    return BUILT_IN.contains(name) || name.startsWith(OPTION) || name.startsWith(PROPERTY);
  }

  static void check(Tree tree) {
    Set<String> known = new TreeSet<>(EXPERIMENT);
    known.addAll(BUILT_IN);
    known.addAll(MAPS);
    known.addAll(tree.below("means").names());
    Set<String> systems = new TreeSet<>(Systems.names());
    for (Tree part : List.of(tree, tree.below("quick"))) {
      part.requireOnly(known, "setting");
      Tree overrides = part.below("overrides");
      overrides.requireOnly(systems, "system");
      overrides.names().forEach(system -> overrides.below(system).requireOnly(known, "setting"));
    }
    Tree dimensions = tree.below("vary");
    Set<String> varied = new TreeSet<>(dimensions.names());
    varied.removeIf(name -> name.startsWith(OPTION) || name.startsWith(PROPERTY));
    known.addAll(dimensions.names().stream().filter(name -> !varied.contains(name)).toList());
    dimensions.requireOnly(known, "dimension");
  }
}
