package io.hybridycsb.harness.report;

import io.hybridycsb.harness.results.RunResult;
import io.hybridycsb.harness.results.runs.MeasuredExperiment;
import io.hybridycsb.harness.results.runs.MeasuredPoint;
import io.hybridycsb.harness.results.runs.MeasuredRun;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Finds runs with different settings in one figure, such as quick and full ones, whose means would
 * be meaningless.
 */
final class Mixtures {
  /**
   * Properties that are equal in all of a system's runs, unless a dimension of this name varies
   * them.
   */
  private static final Map<String, String> COMMON =
      Map.of(
          "recordcount", "records",
          "operationcount", "operations",
          "maxexecutiontime", "seconds");

  private final MeasuredExperiment experiment;

  Mixtures(MeasuredExperiment experiment) {
    this.experiment = experiment;
  }

  /** Empty if the repeats of each point and the points of each system had equal settings. */
  Optional<Warnings.Warning> warning() {
    List<String> lines = new ArrayList<>();
    for (MeasuredPoint point : experiment.points()) {
      List<RunResult> repeats = results(point.counted());
      add(lines, Warnings.where(repeats), different(repeats));
    }
    for (String system : experiment.systems()) {
      SortedMap<String, Set<String>> different = different(results(ofSystem(system)));
      different.keySet().removeIf(name -> !COMMON.containsKey(name) || isVaried(name));
      add(lines, system, different);
    }
    return lines.isEmpty()
        ? Optional.empty()
        : Optional.of(
            new Warnings.Warning(
                "Runs of different settings stand in one figure, and are averaged where they are of"
                    + " one point; report them apart",
                lines));
  }

  private static List<RunResult> results(List<MeasuredRun> runs) {
    return runs.stream().map(MeasuredRun::result).toList();
  }

  private List<MeasuredRun> ofSystem(String system) {
    return experiment.runs().stream()
        .filter(run -> run.counts() && run.system().equals(system))
        .toList();
  }

  private boolean isVaried(String property) {
    return experiment.varies(COMMON.get(property)) || experiment.varies("property:" + property);
  }

  private static void add(
      List<String> lines, String where, SortedMap<String, Set<String>> different) {
    if (!different.isEmpty()) {
      List<String> parts = new ArrayList<>();
      different.forEach((name, values) -> parts.add(name + " " + String.join(" or ", values)));
      lines.add(where + ": " + String.join(", ", parts));
    }
  }

  /** The settings with more than one value, with all their values. */
  private static SortedMap<String, Set<String>> different(List<RunResult> runs) {
    SortedMap<String, Set<String>> values = new TreeMap<>();
    List<SortedMap<String, String>> all = runs.stream().map(RunSettings::of).toList();
    Set<String> names = new TreeSet<>();
    all.forEach(settings -> names.addAll(settings.keySet()));
    for (String name : names) {
      values.put(
          name, new TreeSet<>(all.stream().map(one -> one.getOrDefault(name, "none")).toList()));
    }
    values.values().removeIf(distinct -> distinct.size() == 1);
    return values;
  }
}
