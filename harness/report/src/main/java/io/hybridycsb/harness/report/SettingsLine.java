package io.hybridycsb.harness.report;

import io.hybridycsb.harness.files.Markup;
import io.hybridycsb.harness.report.chart.Numbers;
import io.hybridycsb.harness.results.RunResult;
import io.hybridycsb.harness.results.runs.Dimension;
import io.hybridycsb.harness.results.runs.MeasuredExperiment;
import io.hybridycsb.harness.results.runs.MeasuredRun;
import java.util.ArrayList;
import java.util.IntSummaryStatistics;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * One line with an experiment's load and cluster, without the settings that it varies, and those
 * that differ between its systems.
 */
final class SettingsLine {
  /** What the properties with the shares of the kinds of operations end with. */
  private static final String SHARE = "proportion";

  private final MeasuredExperiment experiment;
  private final List<RunResult> runs;
  private final List<String> parts = new ArrayList<>();

  private SettingsLine(MeasuredExperiment experiment) {
    this.experiment = experiment;
    this.runs = experiment.runs().stream().map(MeasuredRun::result).toList();
  }

  static String of(MeasuredExperiment experiment) {
    SettingsLine line = new SettingsLine(experiment);
    line.add("nodes", "nodes", run -> String.valueOf(run.setup().settings().nodes()));
    line.add("clients", "clients", run -> String.valueOf(run.setup().settings().threads()));
    line.add("records", "records", property("recordcount"));
    line.add("record-size", "bytes each", SettingsLine::recordBytes);
    line.add("workload", "workload", run -> workload(property("workload").apply(run)));
    line.add("mix", "mix", SettingsLine::mix);
    line.add("distribution", "keys", property("requestdistribution"));
    line.add(
        "operations",
        "operations",
        run -> warmedUp(run) ? "" : property("operationcount").apply(run));
    line.add("seconds", "seconds", property("maxexecutiontime"));
    line.add("warm-up", "warm-up", run -> warmedUp(run) ? "yes" : "no");
    line.add("target", "operations/s offered", property("target"));
    line.add("commit-mode", "commits", run -> run.setup().commitMode());
    line.parts.add("repeats " + repeats(experiment));
    return String.join(" · ", line.parts);
  }

  /** The least and the greatest number of a point. */
  private static String repeats(MeasuredExperiment experiment) {
    IntSummaryStatistics repeats =
        experiment.points().stream().mapToInt(point -> point.runs().size()).summaryStatistics();
    return repeats.getMin() == repeats.getMax()
        ? String.valueOf(repeats.getMax())
        : repeats.getMin() + " to " + repeats.getMax();
  }

  /**
   * Adds all values of a setting.
   *
   * @param name of the dimension that may vary it
   * @param label for readers
   */
  private void add(String name, String label, Function<RunResult, String> what) {
    Set<String> values = new TreeSet<>();
    runs.stream().map(what).filter(value -> !value.isEmpty()).forEach(values::add);
    if (!values.isEmpty() && !experiment.varies(name) && !Own.differs(experiment, name)) {
      parts.add(
          Dimension.of(name, label, values).values().stream()
              .map(SettingsLine::readable)
              .collect(Collectors.joining(" or ", label + " ", "")));
    }
  }

  /** A number with commas; other values unchanged. */
  static String readable(String value) {
    return value.matches("\\d{1,15}") ? Numbers.text(Double.parseDouble(value)) : value;
  }

  /** A record's size in bytes, all fields together; empty if unknown. */
  static String recordBytes(RunResult run) {
    OptionalDouble fields = Dimension.number(property("fieldcount").apply(run));
    OptionalDouble length = Dimension.number(property("fieldlength").apply(run));
    return fields.isPresent() && length.isPresent()
        ? String.valueOf(Math.round(fields.getAsDouble() * length.getAsDouble()))
        : "";
  }

  /** Whether a time after a warm-up ends it, long before its operations do. */
  private static boolean warmedUp(RunResult run) {
    return run.phases().warmUp().isPresent();
  }

  /** The shares of operations that are set beside the workload's. */
  private static String mix(RunResult run) {
    return run.setup().settings().properties().entrySet().stream()
        .filter(property -> property.getKey().endsWith(SHARE))
        .filter(property -> Dimension.number(property.getValue()).orElse(0) > 0)
        .map(property -> property.getKey().replace(SHARE, " ") + property.getValue())
        .collect(Collectors.joining(", "));
  }

  /** The papers' name of a workload: A, not workloada. */
  static String workload(String name) {
    return name.matches("workload[a-z]")
        ? name.substring(name.length() - 1).toUpperCase(Locale.ROOT)
        : name;
  }

  /** One of YCSB's properties; empty if it isn't set. */
  static Function<RunResult, String> property(String name) {
    return run -> run.setup().settings().properties().getOrDefault(name, "");
  }

  /** Settings of one name that differ between an experiment's systems: told system by system. */
  static final class Own {
    static final String CLIENTS = "clients";

    private static final Map<String, Function<RunResult, String>> TOLD = new LinkedHashMap<>();

    static {
      TOLD.put(CLIENTS, run -> String.valueOf(run.setup().settings().threads()));
      TOLD.put("records", SettingsLine.property("recordcount"));
      TOLD.put("nodes", run -> String.valueOf(run.setup().settings().nodes()));
    }

    private Own() {}

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
                  Dimension.of(name, name, values(experiment.runsOf(system), value))
                      .values()
                      .stream()
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

    /** A row for each system, folded; nothing if no setting differs. */
    static void write(Markup page, MeasuredExperiment experiment) {
      List<String> names =
          TOLD.keySet().stream().filter(name -> differs(experiment, name)).toList();
      if (names.isEmpty()) {
        return;
      }
      Table<String> table = new Table<String>("figures own").heads("system", system -> system);
      names.forEach(
          name -> table.texts(name, system -> of(experiment, system).getOrDefault(name, "–")));
      table.folded(
          page, "Differs between systems: " + String.join(", ", names), experiment.systems());
    }
  }
}
