package io.hybridycsb.harness.report;

import io.hybridycsb.harness.files.Markup;
import io.hybridycsb.harness.results.RoleUse;
import io.hybridycsb.harness.results.runs.MeasuredExperiment;
import io.hybridycsb.harness.results.runs.MeasuredPoint;
import io.hybridycsb.harness.results.runs.MeasuredRun;
import io.hybridycsb.harness.results.runs.Metric;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/** What the processes of each system used at its best point, by role. */
final class UseTable {
  private static final double MB = 1e6;

  private UseTable() {}

  static void write(Markup page, MeasuredExperiment experiment) {
    List<MeasuredRun> best =
        experiment.systems().stream().flatMap(system -> best(experiment, system).stream()).toList();
    if (best.isEmpty()) {
      return;
    }
    page.open("details");
    page.element("summary", "What each system's processes used at its best point");
    PageTables.open(
        page,
        "figures",
        "system",
        "point",
        "role",
        "processes",
        "CPU ms/op",
        "written bytes/op",
        "TCP sent bytes/op",
        "TCP received bytes/op",
        "mean RSS MB",
        "peak RSS MB");
    best.forEach(run -> rows(page, run));
    page.close().close().close().close();
  }

  /** The repeat in the middle of the point with the highest throughput. */
  private static Optional<MeasuredRun> best(MeasuredExperiment experiment, String system) {
    return experiment.points().stream()
        .filter(point -> point.system().equals(system))
        .filter(point -> point.spread(Metric.THROUGHPUT).isPresent())
        .max(
            Comparator.comparingDouble(
                point -> point.spread(Metric.THROUGHPUT).orElseThrow().mean()))
        .map(UseTable::middle);
  }

  private static MeasuredRun middle(MeasuredPoint point) {
    List<MeasuredRun> byThroughput =
        point.counted().stream()
            .sorted(Comparator.comparingDouble(run -> run.committedPerSecond().orElse(0)))
            .toList();
    return byThroughput.get((byThroughput.size() - 1) / 2);
  }

  private static void rows(Markup page, MeasuredRun run) {
    RoleUse.of(run.result().observed().processes())
        .forEach(
            (role, use) -> {
              page.open("tr").element("td", run.system(), "class", "t");
              page.element("td", PageTables.text(run.varied()), "class", "t");
              page.element("td", role, "class", "t");
              PageTables.plain(page, OptionalDouble.of(use.processes()));
              PageTables.plain(page, run.perCommitted(use.cpuSeconds() * 1000));
              PageTables.plain(page, each(run, use.writtenBytes()));
              PageTables.plain(page, each(run, use.sentBytes()));
              PageTables.plain(page, each(run, use.receivedBytes()));
              PageTables.plain(page, megabytes(use.meanRssBytes()));
              PageTables.plain(page, megabytes(use.peakRssBytes()));
              page.close();
            });
  }

  private static OptionalDouble each(MeasuredRun run, OptionalDouble sum) {
    return sum.isPresent() ? run.perCommitted(sum.getAsDouble()) : sum;
  }

  private static OptionalDouble megabytes(OptionalDouble bytes) {
    return bytes.isPresent() ? OptionalDouble.of(bytes.getAsDouble() / MB) : bytes;
  }
}
