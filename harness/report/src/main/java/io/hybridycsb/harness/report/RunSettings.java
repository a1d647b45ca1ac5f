package io.hybridycsb.harness.report;

import io.hybridycsb.harness.results.RunResult;
import io.hybridycsb.harness.results.runs.MeasuredRun;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** The settings of runs by name: size of the cluster, its options, YCSB's properties. */
final class RunSettings {
  private RunSettings() {}

  static SortedMap<String, String> of(RunResult run) {
    RunResult.Settings settings = run.setup().settings();
    SortedMap<String, String> all = new TreeMap<>(settings.properties());
    settings.options().forEach((name, value) -> all.put("option " + name, value));
    all.put("nodes", String.valueOf(settings.nodes()));
    all.put("client processes", String.valueOf(settings.clients()));
    all.put("clients", String.valueOf(settings.threads()));
    return all;
  }

  /** What is equal in all of these runs. */
  static SortedMap<String, String> common(List<MeasuredRun> runs) {
    SortedMap<String, String> common = new TreeMap<>();
    for (int i = 0; i < runs.size(); i++) {
      SortedMap<String, String> one = of(runs.get(i).result());
      if (i == 0) {
        common.putAll(one);
      } else {
        common.entrySet().retainAll(one.entrySet());
      }
    }
    return common;
  }

  /** In one line, without what is known already. */
  static String without(Map<String, String> known, Map<String, String> settings) {
    return settings.entrySet().stream()
        .filter(setting -> !setting.getValue().equals(known.get(setting.getKey())))
        .map(setting -> setting.getKey() + " " + setting.getValue())
        .collect(Collectors.joining(", "));
  }
}
