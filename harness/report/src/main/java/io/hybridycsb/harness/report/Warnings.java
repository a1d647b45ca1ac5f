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

/** Warnings about an experiment's figures: a fixed text for each kind, a line for each case. */
final class Warnings {
  /** As a run's own warnings have it, which results of earlier releases may lack. */
  private static final double BUSY = 0.8;

  private static final double CLIENT_SHARE = 0.5;

  /** Kinds of the runs' own warnings that this page words itself. */
  private static final Set<RunWarning.Kind> TOLD_ABOVE =
      Set.of(
          RunWarning.Kind.UNCOMMITTED,
          RunWarning.Kind.BUSY_CLIENTS,
          RunWarning.Kind.OFFERED_NOT_REACHED,
          RunWarning.Kind.FEW);

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
  private final Map<String, List<String>> lines = new LinkedHashMap<>();

  private Warnings(MeasuredExperiment experiment) {
    this.experiment = experiment;
  }

  /** The lines of each kind, by the kind's text. */
  static Map<String, List<String>> of(MeasuredExperiment experiment) {
    Warnings warnings = new Warnings(experiment);
    warnings.runs();
    warnings.repeats();
    warnings.mixtures();
    warnings.settings();
    warnings.theirOwn();
    return warnings.lines;
  }

  private void add(String kind, String line) {
    lines.computeIfAbsent(kind, key -> new ArrayList<>()).add(line);
  }

  /** Adds a line for each of these runs. */
  private void add(
      String kind, Predicate<MeasuredRun> which, Function<MeasuredRun, String> finding) {
    experiment.runs().stream()
        .filter(which)
        .forEach(run -> add(kind, where(run.result(), true) + ": " + finding.apply(run)));
  }

  private void runs() {
    add(
        "Failed for correctness",
        run -> run.result().incorrect(),
        run -> reason(run) + (run.isEarlier() ? " (an earlier run)" : ""));
    add(
        "Failed, in no figure",
        run -> !run.counts() && !run.result().incorrect(),
        Warnings::reason);
    add(
        "Fewer than 20 completions, in no rate",
        MeasuredRun::isTooShort,
        run ->
            "%s completed%s"
                .formatted(
                    Numbers.text(run.result().run().orElseThrow().acknowledged()),
                    run.batch() == 1 ? "" : ", %s at a time".formatted(Numbers.text(run.batch()))));
    add(
        "Less than 99 % of the offered rate was committed",
        MeasuredRun::missesOffered,
        run ->
            run.offered()
                .map(
                    rate ->
                        "%s operations/s offered, %s committed"
                            .formatted(
                                Numbers.text(rate.perSecond()),
                                Numbers.text(rate.acknowledgedPerSecond())))
                .orElseThrow());
    add(
        "Operations failed or of unknown outcome, in no throughput",
        run -> run.counts() && run.failed() + run.unknown() > 0,
        Warnings::statuses);
    add(
        "Latencies missing, can't be read",
        run -> !run.damage().isEmpty(),
        run -> String.join("; ", run.damage()));
    add(
        "Clients may be the limit: half or more of a busy machine",
        Warnings::busyClients,
        run ->
            String.format(
                Locale.ROOT,
                "%.0f %% of all processors busy, %.0f %% with clients",
                100 * run.processorShare().orElse(0),
                100 * run.clientProcessorShare().orElse(0)));
  }

  static String reason(MeasuredRun run) {
    return run.result().succeeded() ? "there are no measured operations" : run.result().failure();
  }

  private static String statuses(MeasuredRun run) {
    return "of %s operations %s failed, %s of unknown outcome (%s)"
        .formatted(
            Numbers.text(run.attempted()),
            Numbers.text(run.failed()),
            Numbers.text(run.unknown()),
            run.statuses().entrySet().stream()
                .map(entry -> entry.getKey() + " " + Numbers.text(entry.getValue()))
                .collect(Collectors.joining(", ")));
  }

  /** Clients take CPU time from servers on the same machine. */
  private static boolean busyClients(MeasuredRun run) {
    double all = run.processorShare().orElse(0);
    double clients = run.clientProcessorShare().orElse(0);
    return run.counts() && all >= BUSY && clients >= CLIENT_SHARE * all;
  }

  /** Repeats that look like two ways to work, of which a mean tells neither, or that differ. */
  private void repeats() {
    for (MeasuredPoint point : experiment.points()) {
      point
          .spread(Metric.ACKNOWLEDGED)
          .filter(spread -> spread.relativeRange() > Repeats.SPREAD_MAX)
          .ifPresent(spread -> repeats(where(point.runs().get(0).result(), false), spread));
    }
  }

  private void repeats(String where, Spread spread) {
    TwoGroups.of(spread)
        .ifPresent(
            two ->
                add(
                    "Repeats in two groups, a mean tells of neither",
                    "%s: %s and %s operations/s, mean %s"
                        .formatted(
                            where,
                            range(two.lower()),
                            range(two.upper()),
                            Numbers.text(spread.mean()))));
    add(
        "Repeats differ by more than 10 %",
        "%s: %s operations/s, a spread of %s %%"
            .formatted(
                where, range(spread), Numbers.text(Math.rint(100 * spread.relativeRange()))));
  }

  private static String range(Spread spread) {
    String least = Numbers.text(spread.min());
    return spread.count() == 1 ? least : least + " to " + Numbers.text(spread.max());
  }

  private void mixtures() {
    mixed(
        "Different machines in one figure",
        run -> "",
        run -> SettingsByName.machine(run.setup().machine()));
    mixed(
        "Different versions in one figure",
        run -> run.identity().system() + ": ",
        run -> run.setup().versions().toString());
    if (!experiment.variesCommitMode()) {
      mixed(
          "Different commit modes in one figure",
          run -> run.identity().system() + ": ",
          run -> run.setup().commitMode());
    }
  }

  /** Adds a line for each whose runs differ in this value. */
  private void mixed(
      String kind, Function<RunResult, String> whose, Function<RunResult, String> value) {
    experiment.runs().stream()
        .filter(MeasuredRun::counts)
        .map(MeasuredRun::result)
        .collect(
            Collectors.groupingBy(
                whose,
                TreeMap::new,
                Collectors.mapping(value, Collectors.toCollection(TreeSet::new))))
        .forEach(
            (name, values) -> {
              if (values.size() > 1) {
                add(kind, name + String.join("; ", values));
              }
            });
  }

  /** Runs with different settings, such as quick and full ones, whose means are meaningless. */
  private void settings() {
    for (MeasuredPoint point : experiment.points()) {
      point.counted().stream()
          .findFirst()
          .ifPresent(run -> different(where(run.result(), false), point.counted(), name -> true));
    }
    for (String system : experiment.systems()) {
      List<MeasuredRun> counted =
          experiment.runsOf(system).stream().filter(MeasuredRun::counts).toList();
      different(system, counted, name -> COMMON.containsKey(name) && !isVaried(name));
    }
  }

  private boolean isVaried(String property) {
    return experiment.varies(COMMON.get(property)) || experiment.varies("property:" + property);
  }

  /** Adds a line if these runs differ in some of the settings that count. */
  private void different(String where, List<MeasuredRun> runs, Predicate<String> counts) {
    List<String> parts = new ArrayList<>();
    SettingsByName.values(runs.stream().map(run -> SettingsByName.of(run.result())).toList())
        .forEach(
            (name, values) -> {
              if (values.size() > 1 && counts.test(name)) {
                parts.add(name + " " + String.join(" or ", values));
              }
            });
    if (!parts.isEmpty()) {
      add(
          "Different settings in one figure: report them apart",
          where + ": " + String.join(", ", parts));
    }
  }

  /** Adds the runs' own warnings; those that differ only in numbers become one. */
  private void theirOwn() {
    for (MeasuredRun run : experiment.runs()) {
      for (RunWarning warning : run.result().warnings()) {
        if (!TOLD_ABOVE.contains(warning.kind())) {
          String kind = warning.text().replaceAll("[0-9][0-9.,]*", "…");
          add(kind, where(run.result(), true) + ": " + warning.text());
        }
      }
    }
  }

  static String where(RunResult result, boolean withRepeat) {
    StringBuilder where = new StringBuilder(result.identity().system());
    result
        .identity()
        .varied()
        .forEach((name, value) -> where.append(", ").append(name).append(' ').append(value));
    return withRepeat ? where + ", repeat " + result.identity().repeat() : where.toString();
  }
}
