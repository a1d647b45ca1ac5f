package io.hybridycsb.harness.report;

import io.hybridycsb.harness.files.Markup;
import io.hybridycsb.harness.report.chart.Numbers;
import io.hybridycsb.harness.results.RunResult;
import io.hybridycsb.harness.results.RunResult.Recorded;
import io.hybridycsb.harness.results.runs.MeasuredExperiment;
import io.hybridycsb.harness.results.runs.MeasuredRun;
import io.hybridycsb.harness.results.runs.Side;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;

/** Every single run of an experiment, with what it was told to do. */
final class RunsTable {
  /** The columns that only runs that count have, without those of latencies. */
  private static final int COUNTED = 10;

  private static final List<String> PERCENTILES = List.of("50", "99", "99.9");

  private final PageFiles files;
  private final Path directory;
  private final MeasuredExperiment experiment;
  private final List<Side> sides;
  private final SortedMap<String, String> common;
  private final Map<String, SortedMap<String, String>> commonOfSystems = new TreeMap<>();

  /**
   * @param directory the page's directory, to which links to raw files are relative
   */
  RunsTable(PageFiles files, Path directory, MeasuredExperiment experiment) {
    this.files = files;
    this.directory = directory;
    this.experiment = experiment;
    this.sides = experiment.sides();
    this.common = SettingsByName.common(experiment.runs());
    for (String system : experiment.systems()) {
      commonOfSystems.put(
          system,
          SettingsByName.common(
              experiment.runs().stream().filter(run -> run.system().equals(system)).toList()));
    }
  }

  void write(Markup page) {
    page.open("details", "class", "runs");
    page.element("summary", "All runs (%d)".formatted(experiment.runs().size()));
    settings(page);
    Table<MeasuredRun> table =
        new Table<MeasuredRun>("sortable figures", run -> run.counts() ? null : "failed")
            .texts("system", MeasuredRun::system, "class", "t")
            .texts("point", run -> PageTables.text(run.varied()), "class", "t")
            .texts(
                "repeat",
                run -> run.result().identity().repeat() + (run.isEarlier() ? ", earlier" : ""))
            .cells("committed/s", this::committedOrFailed);
    counted(table, "only accepted/s", RunsTable::onlyAccepted);
    latencies(table);
    counted(table, "aborted", run -> OptionalDouble.of(run.aborted()));
    counted(table, "unknown", run -> OptionalDouble.of(run.unknown()));
    counted(table, "failed", run -> OptionalDouble.of(run.failed()));
    counted(table, "acknowledged writes", RunsTable::acknowledged);
    table.cells("recorded", RunsTable::recorded);
    counted(table, "CPU ms/op", MeasuredRun::cpuMsPerOperation);
    counted(table, "bytes/op", MeasuredRun::writtenBytesPerOperation);
    table
        .cells("warm-up s", RunsTable::warmUp)
        .texts("commit", run -> run.result().setup().commitMode(), "class", "t")
        .texts("further settings", this::further, "class", "t long")
        .cells(
            files.archived().isPresent() ? "raw, in " + files.archive().getFileName() : "raw",
            (cell, run) -> files.raw(cell, directory, run.file(), RunResult.FILE))
        .write(page, experiment.points().stream().flatMap(one -> one.runs().stream()).toList());
    page.close();
  }

  /** A column of runs that count; in the others' rows the failure stands there. */
  private static void counted(
      Table<MeasuredRun> table, String name, Function<MeasuredRun, OptionalDouble> number) {
    table.cells(
        name,
        (page, run) -> {
          if (run.counts()) {
            PageTables.plain(page, number.apply(run));
          }
        });
  }

  /** Of reads and of updates apart, where runs have both. */
  private void latencies(Table<MeasuredRun> table) {
    for (String percentile : PERCENTILES) {
      double at = Double.parseDouble(percentile);
      if (sides.isEmpty()) {
        counted(table, "p%s ms".formatted(percentile), run -> run.percentileMs(at));
      }
      for (Side side : sides) {
        counted(
            table,
            "%s p%s ms".formatted(experiment.wordsOf(side), percentile),
            run -> run.percentileMs(side, at));
      }
    }
  }

  private void committedOrFailed(Markup page, MeasuredRun run) {
    if (run.counts()) {
      PageTables.plain(page, run.committedPerSecond());
    } else {
      page.element("td", "failed: " + Warnings.reason(run), "class", "t", "colspan", columns());
    }
  }

  private int columns() {
    return COUNTED + PERCENTILES.size() * Math.max(1, sides.size());
  }

  private static OptionalDouble onlyAccepted(MeasuredRun run) {
    return run.result().onlyAccepted() ? run.acknowledgedPerSecond() : OptionalDouble.empty();
  }

  /** What many runs share is told once. */
  private void settings(Markup page) {
    page.open("dl", "class", "shared");
    shared(page, "All runs", PageTables.text(common));
    commonOfSystems.forEach(
        (system, settings) -> shared(page, system, SettingsByName.without(common, settings)));
    page.close();
  }

  private static void shared(Markup page, String whose, String settings) {
    if (!settings.isEmpty()) {
      page.element("dt", whose).element("dd", settings);
    }
  }

  /** What no other column tells. */
  private String further(MeasuredRun run) {
    SortedMap<String, String> told = new TreeMap<>(commonOfSystems.get(run.system()));
    run.varied().forEach((name, value) -> told.put(name.replaceFirst("^property:", ""), value));
    return SettingsByName.without(told, SettingsByName.of(run.result()));
  }

  /** The writes since the cluster's start, as clients were told. */
  private static OptionalDouble acknowledged(MeasuredRun run) {
    return run.result().phases().recorded().stream()
        .mapToDouble(Recorded::acknowledged)
        .findFirst();
  }

  /** The same as servers have recorded them. */
  private static void recorded(Markup page, MeasuredRun run) {
    if (run.counts()) {
      Optional<Recorded> recorded = run.result().phases().recorded();
      page.element(
          "td",
          recorded
              .filter(one -> !one.servers().isEmpty())
              .map(one -> Numbers.text(Collections.min(one.servers().values())))
              .orElse("–"),
          "title",
          recorded.map(Recorded::inWords).orElse(null));
    }
  }

  /** The seconds that weren't counted; marked if the run wasn't steady by then. */
  private static void warmUp(Markup page, MeasuredRun run) {
    if (run.counts()) {
      page.element(
          "td",
          run.result()
              .phases()
              .warmUp()
              .map(one -> Numbers.text(one.seconds()) + (one.notSteady() ? ", not steady" : ""))
              .orElse("–"));
    }
  }
}
