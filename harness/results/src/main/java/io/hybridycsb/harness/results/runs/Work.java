package io.hybridycsb.harness.results.runs;

import io.hybridycsb.harness.results.RunResult;
import io.hybridycsb.harness.results.RunResult.Settings;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What a run's operations do, whatever the load: runs of equal work can be compared, also those of
 * different experiments.
 *
 * @param settings what makes the work, by name: the properties of its workload, the network, and
 *     all that its experiment varies besides the load
 */
public record Work(SortedMap<String, String> settings) {
  /** What makes the load, for how long, and on how many records. */
  private static final Set<String> LOAD =
      Set.of(
          "clients",
          "threads",
          "target",
          "load-clients",
          "maxexecutiontime",
          "operationcount",
          "recordcount",
          "warm-up",
          "warm-up-max");

  private static final String PROPERTY = "property:";
  private static final String NETWORK = "network.";

  static Work of(MeasuredRun run) {
    RunResult result = run.result();
    Settings set = result.setup().settings();
    SortedMap<String, String> settings = new TreeMap<>();
    // A system's own properties begin with its binding's name.
    String binding = run.system().replaceFirst("-.*", "");
    set.properties()
        .forEach(
            (name, value) -> {
              if (!LOAD.contains(name) && !name.startsWith(binding)) {
                settings.put(name, value);
              }
            });
    set.options()
        .forEach(
            (name, value) -> {
              if (name.startsWith(NETWORK)) {
                settings.put(name, value);
              }
            });
    result
        .identity()
        .varied()
        .forEach(
            (name, value) -> {
              if (!LOAD.contains(name) && !settings.containsKey(property(name))) {
                settings.put(name, value);
              }
            });
    return new Work(settings);
  }

  /** The property that tells the same as what is varied. */
  private static String property(String varied) {
    return switch (varied) {
      case "distribution" -> "requestdistribution";
      default -> varied.startsWith(PROPERTY) ? varied.substring(PROPERTY.length()) : varied;
    };
  }

  /** Whether this makes the load, and no other work. */
  public static boolean isLoad(String varied) {
    return LOAD.contains(varied);
  }
}
