package io.hybridycsb.harness.report;

import io.hybridycsb.harness.report.chart.Numbers;
import io.hybridycsb.harness.results.Repeats;
import io.hybridycsb.harness.results.RunResult;
import io.hybridycsb.harness.results.RunWarning;
import io.hybridycsb.harness.results.Spread;
import io.hybridycsb.harness.results.TwoGroups;
import io.hybridycsb.harness.results.runs.MeasuredExperiment;
import io.hybridycsb.harness.results.runs.MeasuredPoint;
import io.hybridycsb.harness.results.runs.MeasuredRun;
import io.hybridycsb.harness.results.runs.Metric;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** Warnings about an experiment's figures. */
final class Warnings {
  /** As a run's own warnings have it, which results of earlier releases may lack. */
  private static final double BUSY = 0.8;

  private static final double CLIENT_SHARE = 0.5;

  /** Kinds of the runs' own warnings that this page words itself. */
  private static final Set<RunWarning.Kind> TOLD_ABOVE =
      Set.of(RunWarning.Kind.UNCOMMITTED, RunWarning.Kind.BUSY_CLIENTS);

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
  private final List<Warning> warnings = new ArrayList<>();

  private Warnings(MeasuredExperiment experiment) {
    this.experiment = experiment;
  }

  /**
   * Warnings of one kind.
   *
   * @param summary all of them in one line
   * @param details a line for each; may be empty if the summary says all
   */
  record Warning(String summary, List<String> details) {}

  static List<Warning> of(MeasuredExperiment experiment) {
    Warnings warnings = new Warnings(experiment);
    warnings.incorrectRuns();
    warnings.failedRuns();
    warnings.failedOperations();
    warnings.damage();
    warnings.saturation();
    warnings.repeats();
    warnings.mixtures();
    warnings.settings();
    warnings.theirOwn();
    return warnings.warnings;
  }

  private void add(String summary, List<String> details) {
    if (!details.isEmpty()) {
      warnings.add(new Warning(summary, details));
    }
  }

  private void incorrectRuns() {
    List<String> incorrect =
        experiment.runs().stream()
            .filter(run -> run.result().incorrect())
            .map(
                run ->
                    "%s%s: %s"
                        .formatted(
                            where(run), run.isEarlier() ? ", an earlier run" : "", reason(run)))
            .toList();
    add("%s failed for correctness".formatted(counted(incorrect.size(), "run")), incorrect);
  }

  private void failedRuns() {
    List<String> failed =
        experiment.runs().stream()
            .filter(run -> !run.counts() && !run.result().incorrect())
            .map(run -> where(run) + ": " + reason(run))
            .toList();
    add(
        "%s failed and %s not in the figures"
            .formatted(counted(failed.size(), "run"), failed.size() == 1 ? "is" : "are"),
        failed);
  }

  static String reason(MeasuredRun run) {
    return run.result().succeeded() ? "there are no measured operations" : run.result().failure();
  }

  private void failedOperations() {
    List<String> lines = new ArrayList<>();
    long operations = 0;
    for (MeasuredRun run : experiment.runs()) {
      if (run.counts() && run.failed() + run.unknown() > 0) {
        operations += run.failed() + run.unknown();
        lines.add(
            "%s: of %s operations %s failed, %s of unknown outcome (%s)"
                .formatted(
                    where(run),
                    Numbers.text(run.attempted()),
                    Numbers.text(run.failed()),
                    Numbers.text(run.unknown()),
                    statuses(run)));
      }
    }
    add(
        "%s operations failed or have an unknown outcome; none of them counts as throughput"
            .formatted(Numbers.text(operations)),
        lines);
  }

  private static String statuses(MeasuredRun run) {
    return run.statuses().entrySet().stream()
        .map(entry -> entry.getKey() + " " + Numbers.text(entry.getValue()))
        .collect(Collectors.joining(", "));
  }

  private void damage() {
    List<String> lines = new ArrayList<>();
    experiment
        .runs()
        .forEach(run -> run.damage().forEach(line -> lines.add(where(run) + ": " + line)));
    add("Latencies of some runs can't be read and are missing", lines);
  }

  /** Clients take CPU time from servers on the same machine. */
  private void saturation() {
    List<String> lines = new ArrayList<>();
    for (MeasuredRun run : experiment.runs()) {
      double all = run.processorShare().orElse(0);
      double clients = run.clientProcessorShare().orElse(0);
      if (run.counts() && all >= BUSY && clients >= CLIENT_SHARE * all) {
        lines.add(
            String.format(
                Locale.ROOT,
                "%s: %.0f %% of all processors busy, %.0f %% with clients",
                where(run),
                100 * all,
                100 * clients));
      }
    }
    add(
        "The clients may have been the limit: machine busy, half of it or more with clients",
        lines);
  }

  /** Repeats that look like two ways to work, of which a mean tells neither, or that differ. */
  private void repeats() {
    List<String> groups = new ArrayList<>();
    List<String> noise = new ArrayList<>();
    for (MeasuredPoint point : experiment.points()) {
      String where = where(point.runs().get(0).result(), false);
      point
          .spread(Metric.ACKNOWLEDGED)
          .ifPresent(
              spread -> {
                TwoGroups.of(spread).ifPresent(two -> groups.add(where + groups(two, spread)));
                if (spread.relativeRange() > Repeats.SPREAD_MAX) {
                  noise.add(where + noise(spread));
                }
              });
    }
    add(
        "Repeats of %s look like two groups, and a mean tells of neither"
            .formatted(counted(groups.size(), "point")),
        groups);
    add("Repeats of %s differ by more than 10 %%".formatted(counted(noise.size(), "point")), noise);
  }

  private static String groups(TwoGroups two, Spread all) {
    return ": %s and %s operations/s; the mean is %s"
        .formatted(group(two.lower()), group(two.upper()), Numbers.text(all.mean()));
  }

  private static String group(Spread group) {
    return group.count() == 1
        ? "one with " + Numbers.text(group.min())
        : "%d with %s to %s"
            .formatted(group.count(), Numbers.text(group.min()), Numbers.text(group.max()));
  }

  private static String noise(Spread spread) {
    return String.format(
        Locale.ROOT,
        ": %s to %s operations/s, a spread of %.0f %%",
        Numbers.text(spread.min()),
        Numbers.text(spread.max()),
        100 * spread.relativeRange());
  }

  private void mixtures() {
    Map<String, TreeSet<String>> machines =
        valuesBy(run -> "", run -> machine(run.setup().machine()));
    machines.values().stream()
        .filter(values -> values.size() > 1)
        .forEach(
            values -> add("Runs of different machines stand in one figure", List.copyOf(values)));
    add(
        "Runs of different versions stand in one figure",
        mixed(run -> run.setup().versions().toString(), "; "));
    if (!experiment.variesCommitMode()) {
      add(
          "Runs of different commit modes stand in one figure",
          mixed(run -> run.setup().commitMode(), ", "));
    }
  }

  /** Runs with different settings, such as quick and full ones, whose means are meaningless. */
  private void settings() {
    List<String> lines = new ArrayList<>();
    for (MeasuredPoint point : experiment.points()) {
      point.counted().stream()
          .findFirst()
          .ifPresent(
              run -> different(lines, where(run.result(), false), point.counted(), name -> true));
    }
    for (String system : experiment.systems()) {
      List<MeasuredRun> counted =
          experiment.runsOf(system).stream().filter(MeasuredRun::counts).toList();
      different(lines, system, counted, name -> COMMON.containsKey(name) && !isVaried(name));
    }
    add(
        "Runs of different settings stand in one figure, and are averaged where they are of one"
            + " point; report them apart",
        lines);
  }

  private boolean isVaried(String property) {
    return experiment.varies(COMMON.get(property)) || experiment.varies("property:" + property);
  }

  /** Adds a line if these runs differ in some of the settings that count. */
  private static void different(
      List<String> lines, String where, List<MeasuredRun> runs, Predicate<String> counts) {
    List<String> parts = new ArrayList<>();
    SettingsByName.values(runs.stream().map(run -> SettingsByName.of(run.result())).toList())
        .forEach(
            (name, values) -> {
              if (values.size() > 1 && counts.test(name)) {
                parts.add(name + " " + String.join(" or ", values));
              }
            });
    if (!parts.isEmpty()) {
      lines.add(where + ": " + String.join(", ", parts));
    }
  }

  /** A line for each system whose runs differ in this value. */
  private List<String> mixed(Function<RunResult, String> value, String separator) {
    return valuesBy(run -> run.identity().system(), value).entrySet().stream()
        .filter(of -> of.getValue().size() > 1)
        .map(of -> of.getKey() + ": " + String.join(separator, of.getValue()))
        .toList();
  }

  private Map<String, TreeSet<String>> valuesBy(
      Function<RunResult, String> key, Function<RunResult, String> value) {
    return experiment.runs().stream()
        .filter(MeasuredRun::counts)
        .map(MeasuredRun::result)
        .collect(
            Collectors.groupingBy(
                key,
                TreeMap::new,
                Collectors.mapping(value, Collectors.toCollection(TreeSet::new))));
  }

  static String machine(RunResult.Machine machine) {
    return String.format(
        Locale.ROOT,
        "%s, %d cores, %.0f GiB, %s",
        machine.processor(),
        machine.cores(),
        machine.memoryBytes() / (double) (1L << 30),
        machine.operatingSystem());
  }

  /** Adds the runs' own warnings; those that differ only in numbers become one. */
  private void theirOwn() {
    Map<String, List<String>> details = new LinkedHashMap<>();
    Map<String, Set<String>> texts = new LinkedHashMap<>();
    for (MeasuredRun run : experiment.runs()) {
      for (RunWarning warning : run.result().warnings()) {
        if (!TOLD_ABOVE.contains(warning.kind())) {
          String text = warning.text();
          String kind = text.replaceAll("[0-9][0-9.,]*", "…");
          details.computeIfAbsent(kind, k -> new ArrayList<>()).add(where(run) + ": " + text);
          texts.computeIfAbsent(kind, k -> new TreeSet<>()).add(text);
        }
      }
    }
    details.forEach(
        (kind, lines) ->
            add(texts.get(kind).size() == 1 ? texts.get(kind).iterator().next() : kind, lines));
  }

  private String where(MeasuredRun run) {
    return where(run.result(), true);
  }

  static String where(RunResult result, boolean withRepeat) {
    StringBuilder where = new StringBuilder(result.identity().system());
    result
        .identity()
        .varied()
        .forEach((name, value) -> where.append(", ").append(name).append(' ').append(value));
    return withRepeat ? where + ", repeat " + result.identity().repeat() : where.toString();
  }

  private static String counted(int count, String what) {
    return count + " " + what + (count == 1 ? "" : "s");
  }
}
