package io.hybridycsb.harness.report;

import io.hybridycsb.harness.results.RunResult;
import io.hybridycsb.harness.results.runs.MeasuredRun;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** The settings of runs by name: size of the cluster, its options, YCSB's properties. */
public final class SettingsByName {
  public static final String UNSET = "unset";

  private SettingsByName() {}

  public static SortedMap<String, String> of(RunResult run) {
    RunResult.Settings settings = run.setup().settings();
    SortedMap<String, String> all = new TreeMap<>(settings.properties());
    settings.options().forEach((name, value) -> all.put("option " + name, value));
    all.put("nodes", String.valueOf(settings.nodes()));
    all.put("client processes", String.valueOf(settings.clients()));
    all.put("clients", String.valueOf(settings.threads()));
    return all;
  }

  /** Its processor, memory and operating system, for readers. */
  public static String machine(RunResult.Machine machine) {
    return String.format(
        Locale.ROOT,
        "%s, %d cores, %.0f GiB, %s",
        machine.processor(),
        machine.cores(),
        machine.memoryBytes() / (double) (1L << 30),
        machine.operatingSystem());
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

  /** All values of each setting; where it isn't set, it is called unset. */
  public static SortedMap<String, Set<String>> values(List<SortedMap<String, String>> settings) {
    SortedMap<String, Set<String>> values = new TreeMap<>();
    for (SortedMap<String, String> one : settings) {
      one.keySet().forEach(name -> values.put(name, new TreeSet<>()));
    }
    values.forEach((name, all) -> settings.forEach(one -> all.add(one.getOrDefault(name, UNSET))));
    return values;
  }

  /** In one line, without what is known already. */
  static String without(Map<String, String> known, Map<String, String> settings) {
    return settings.entrySet().stream()
        .filter(setting -> !setting.getValue().equals(known.get(setting.getKey())))
        .map(setting -> setting.getKey() + " " + setting.getValue())
        .collect(Collectors.joining(", "));
  }
}
