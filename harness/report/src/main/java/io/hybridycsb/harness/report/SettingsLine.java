package io.hybridycsb.harness.report;

import io.hybridycsb.harness.report.chart.Numbers;
import io.hybridycsb.harness.results.RunResult;
import io.hybridycsb.harness.results.runs.Dimension;
import io.hybridycsb.harness.results.runs.MeasuredExperiment;
import io.hybridycsb.harness.results.runs.MeasuredRun;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;

/** One line with an experiment's load and cluster, without the settings that it varies. */
final class SettingsLine {
  private static final Comparator<String> NUMBERS_FIRST =
      Comparator.comparingDouble(
              (String value) -> Dimension.number(value).orElse(Double.POSITIVE_INFINITY))
          .thenComparing(Comparator.naturalOrder());

  /** The kinds of operations by the properties of their shares. */
  private static final SortedMap<String, String> KINDS =
      new TreeMap<>(
          Map.of(
              "readproportion", "reads",
              "updateproportion", "updates",
              "insertproportion", "inserts",
              "scanproportion", "scans",
              "readmodifywriteproportion", "read-modify-writes"));

  private final MeasuredExperiment experiment;
  private final List<RunResult> runs;
  private final List<String> parts = new ArrayList<>();

  private SettingsLine(MeasuredExperiment experiment) {
    this.experiment = experiment;
    this.runs = experiment.runs().stream().map(MeasuredRun::result).toList();
  }

  static String of(MeasuredExperiment experiment) {
    SettingsLine line = new SettingsLine(experiment);
    line.add("nodes", run -> String.valueOf(run.setup().settings().nodes()), "%s nodes");
    line.add("clients", run -> String.valueOf(run.setup().settings().threads()), "%s clients");
    line.add("records", property("recordcount"), "%s records");
    line.add("record-size", SettingsLine::recordBytes, "%s bytes each");
    line.add(
        "workload",
        run -> mix(run).isEmpty() ? workload(property("workload").apply(run)) : "",
        "workload %s");
    line.add("mix", SettingsLine::mix, "%s");
    line.add("distribution", property("requestdistribution"), "%s keys");
    line.add("operations", SettingsLine::operations, "%s operations");
    line.add("seconds", run -> seconds(run, false), "at most %s s");
    line.add("seconds", run -> seconds(run, true), "%s s after a warm-up");
    line.add("target", property("target"), "%s operations/s offered");
    line.add("commit-mode", run -> run.setup().commitMode(), "%s commits");
    int repeats = line.runs.stream().mapToInt(run -> run.identity().repeat()).max().orElse(0);
    line.parts.add(repeats + (repeats == 1 ? " run of each point" : " repeats"));
    return String.join(" · ", line.parts);
  }

  private void add(String name, Function<RunResult, String> what, String format) {
    Set<String> values = new TreeSet<>(NUMBERS_FIRST);
    runs.stream().map(what).filter(value -> !value.isEmpty()).forEach(values::add);
    if (!values.isEmpty() && !experiment.varies(name)) {
      parts.add(
          format.formatted(
              values.stream()
                  .map(SettingsLine::readable)
                  .collect(Collectors.joining(", "))
                  .replaceFirst(", ([^ ]*)$", " or $1")));
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

  /** The operations that end a run; empty if a time after a warm-up does, long before them. */
  private static String operations(RunResult run) {
    return seconds(run, true).isEmpty() ? property("operationcount").apply(run) : "";
  }

  /** The seconds that end a run at the latest; empty if it has another warm-up, or no such end. */
  private static String seconds(RunResult run, boolean warmedUp) {
    return run.phases().warmUp().isPresent() == warmedUp
        ? property("maxexecutiontime").apply(run)
        : "";
  }

  /** The shares of operations that take the place of the workload's; empty if it has its own. */
  private static String mix(RunResult run) {
    List<String> shares = new ArrayList<>();
    double sum = 0;
    for (Map.Entry<String, String> kind : KINDS.entrySet()) {
      double share = Dimension.number(property(kind.getKey()).apply(run)).orElse(0);
      sum += share;
      if (share > 0) {
        shares.add("%s %% %s".formatted(Numbers.text(100 * share), kind.getValue()));
      }
    }
    return Math.abs(sum - 1) < 1e-9 ? String.join(" and ", shares) : "";
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
}
