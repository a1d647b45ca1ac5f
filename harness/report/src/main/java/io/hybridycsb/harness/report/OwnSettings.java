package io.hybridycsb.harness.report;

import io.hybridycsb.harness.files.Markup;
import io.hybridycsb.harness.results.RunResult;
import io.hybridycsb.harness.results.runs.Dimension;
import io.hybridycsb.harness.results.runs.MeasuredExperiment;
import io.hybridycsb.harness.results.runs.MeasuredRun;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Settings of the same name that differ between an experiment's systems: told system by system. */
final class OwnSettings {
  static final String CLIENTS = "clients";

  private static final Map<String, Function<RunResult, String>> TOLD = new LinkedHashMap<>();

  static {
    TOLD.put(CLIENTS, run -> String.valueOf(run.setup().settings().threads()));
    TOLD.put("records", SettingsLine.property("recordcount"));
    TOLD.put("nodes", run -> String.valueOf(run.setup().settings().nodes()));
  }

  private OwnSettings() {}

  /** Whether a setting differs between systems, and isn't what the experiment varies. */
  static boolean differs(MeasuredExperiment experiment, String name) {
    return TOLD.containsKey(name)
        && !experiment.varies(name)
        && experiment.systems().stream()
                .map(system -> values(experiment.runsOf(system), TOLD.get(name)))
                .distinct()
                .count()
            > 1;
  }

  /** What a system has of these settings, by name, for readers. */
  static Map<String, String> of(MeasuredExperiment experiment, String system) {
    Map<String, String> own = new LinkedHashMap<>();
    TOLD.forEach(
        (name, value) -> {
          if (differs(experiment, name)) {
            own.put(
                name,
                Dimension.of(name, name, values(experiment.runsOf(system), value)).values().stream()
                    .map(SettingsLine::readable)
                    .collect(Collectors.joining(" or ")));
          }
        });
    return own;
  }

  private static Set<String> values(List<MeasuredRun> runs, Function<RunResult, String> value) {
    return runs.stream()
        .map(run -> value.apply(run.result()))
        .filter(text -> !text.isEmpty())
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /** A row for each system; nothing if no setting differs. */
  static void write(Markup page, MeasuredExperiment experiment) {
    List<String> names = TOLD.keySet().stream().filter(name -> differs(experiment, name)).toList();
    if (names.isEmpty()) {
      return;
    }
    Table<String> table = new Table<String>("figures own").heads("system", system -> system);
    names.forEach(
        name -> table.texts(name, system -> of(experiment, system).getOrDefault(name, "–")));
    table.write(page, new ArrayList<>(experiment.systems()));
  }
}
