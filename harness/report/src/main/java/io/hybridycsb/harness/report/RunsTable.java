package io.hybridycsb.harness.report;

import io.hybridycsb.harness.files.Markup;
import io.hybridycsb.harness.report.chart.Numbers;
import io.hybridycsb.harness.results.RunResult.Recorded;
import io.hybridycsb.harness.results.runs.MeasuredExperiment;
import io.hybridycsb.harness.results.runs.MeasuredRun;
import java.nio.file.Path;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.SortedMap;
import java.util.TreeMap;

/** Every single run of an experiment, with what it was told to do. */
final class RunsTable {
  private final Path directory;
  private final MeasuredExperiment experiment;
  private final SortedMap<String, String> common;
  private final Map<String, SortedMap<String, String>> commonOfSystems = new TreeMap<>();

  /**
   * @param directory the page's directory, to which links to raw files are relative
   */
  RunsTable(Path directory, MeasuredExperiment experiment) {
    this.directory = directory;
    this.experiment = experiment;
    this.common = RunSettings.common(experiment.runs());
    for (String system : experiment.systems()) {
      commonOfSystems.put(
          system,
          RunSettings.common(
              experiment.runs().stream().filter(run -> run.system().equals(system)).toList()));
    }
  }

  void write(Markup page) {
    page.open("details", "class", "runs");
    page.element("summary", "All runs (%d)".formatted(experiment.runs().size()));
    settings(page);
    PageTables.open(
        page,
        "sortable figures",
        "system",
        "point",
        "repeat",
        "committed/s",
        "only accepted/s",
        "p50 ms",
        "p99 ms",
        "p99.9 ms",
        "aborted",
        "unknown",
        "failed",
        "acknowledged writes",
        "recorded",
        "CPU ms/op",
        "bytes/op",
        "warm-up s",
        "commit",
        "further settings",
        "raw");
    experiment.points().forEach(point -> point.runs().forEach(run -> run(page, run)));
    page.close().close().close().close();
  }

  /** What many runs share is told once. */
  private void settings(Markup page) {
    page.open("dl", "class", "shared");
    shared(page, "All runs", PageTables.text(common));
    commonOfSystems.forEach(
        (system, settings) -> shared(page, system, RunSettings.without(common, settings)));
    page.close();
  }

  private static void shared(Markup page, String whose, String settings) {
    if (!settings.isEmpty()) {
      page.element("dt", whose).element("dd", settings);
    }
  }

  private void run(Markup page, MeasuredRun run) {
    String system = run.system();
    page.open("tr", "class", run.counts() ? null : "failed");
    page.element("td", system, "class", "t");
    page.element("td", PageTables.text(run.varied()), "class", "t");
    String repeat = String.valueOf(run.result().identity().repeat());
    page.element("td", run.isEarlier() ? repeat + ", earlier" : repeat);
    if (run.counts()) {
      PageTables.plain(page, run.committedPerSecond());
      PageTables.plain(
          page, run.result().onlyAccepted() ? run.acknowledgedPerSecond() : OptionalDouble.empty());
      PageTables.plain(page, run.percentileMs(50));
      PageTables.plain(page, run.percentileMs(99));
      PageTables.plain(page, run.percentileMs(99.9));
      page.element("td", Numbers.text(run.aborted()));
      page.element("td", Numbers.text(run.unknown()));
      page.element("td", Numbers.text(run.failed()));
      recorded(page, run.result().phases().recorded());
      PageTables.plain(page, run.cpuMsPerOperation());
      PageTables.plain(page, run.writtenBytesPerOperation());
      page.element("td", warmUp(run));
    } else {
      page.element("td", "failed: " + Warnings.reason(run), "class", "t", "colspan", 13);
    }
    page.element("td", run.result().setup().commitMode(), "class", "t");
    page.element("td", further(run, commonOfSystems.get(system)), "class", "t long");
    page.open("td").element("a", "run.json", "href", PageFiles.relative(directory, run.file()));
    page.close().close();
  }

  /** What no other line tells. */
  private static String further(MeasuredRun run, SortedMap<String, String> known) {
    SortedMap<String, String> told = new TreeMap<>(known);
    run.varied().forEach((name, value) -> told.put(name.replaceFirst("^property:", ""), value));
    return RunSettings.without(told, RunSettings.of(run.result()));
  }

  /** The writes since the cluster's start, as clients were told and as servers have recorded. */
  private static void recorded(Markup page, Optional<Recorded> recorded) {
    page.element("td", recorded.map(one -> Numbers.text(one.acknowledged())).orElse("–"));
    page.element(
        "td",
        recorded
            .filter(one -> !one.servers().isEmpty())
            .map(one -> Numbers.text(Collections.min(one.servers().values())))
            .orElse("–"),
        "title",
        recorded.map(Recorded::inWords).orElse(null));
  }

  /** The seconds that weren't counted; marked if the run wasn't steady by then. */
  private static String warmUp(MeasuredRun run) {
    return run.result()
        .phases()
        .warmUp()
        .map(warmUp -> Numbers.text(warmUp.seconds()) + (warmUp.notSteady() ? ", not steady" : ""))
        .orElse("–");
  }
}
