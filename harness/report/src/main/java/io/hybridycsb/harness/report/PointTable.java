package io.hybridycsb.harness.report;

import io.hybridycsb.harness.files.Markup;
import io.hybridycsb.harness.report.chart.Numbers;
import io.hybridycsb.harness.report.figures.Published;
import io.hybridycsb.harness.results.Spread;
import io.hybridycsb.harness.results.runs.MeasuredExperiment;
import io.hybridycsb.harness.results.runs.MeasuredPoint;
import io.hybridycsb.harness.results.runs.Metric;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;

/** The numbers of an experiment's main figures: a line for each point, the paper's beside. */
final class PointTable {
  private final Section section;
  private final MeasuredExperiment experiment;
  private final Table<MeasuredPoint> table = new Table<>("sortable figures numbers");
  private boolean hasNumbers;

  PointTable(Section section) {
    this.section = section;
    this.experiment = section.experiment();
    table.texts("system", MeasuredPoint::system, "class", "t");
    experiment
        .dimensions()
        .forEach(one -> table.texts(one.label(), point -> point.at(one), "class", "t"));
    table.texts("runs", point -> String.valueOf(point.counted().size()));
    column("committed/s", Metric.THROUGHPUT, true);
    if (section.onlyAccepted()) {
      column("acknowledged/s", Metric.ACKNOWLEDGED, false);
    }
    column("mean ms", Metric.LATENCY_MEAN, false);
    column("p50 ms", Metric.LATENCY_P50, false);
    column("p99 ms", Metric.LATENCY_P99, false);
    experiment
        .partialLatencies()
        .forEach(
            latency -> column(latency.title().toLowerCase(Locale.ROOT) + ", ms", latency, false));
    column("CPU ms/op", Metric.CPU, false);
    column("bytes/op", Metric.WRITTEN, false);
    if (section.aborted()) {
      column("aborted %", Metric.ABORTS, false);
    }
  }

  /**
   * Adds a column if any point has its number. Beside the mean stand the range of the repeats if it
   * is to and there is one, and the paper's number if there is one for any point.
   */
  private void column(String name, Metric metric, boolean ranges) {
    List<Spread> spreads =
        experiment.points().stream().flatMap(point -> point.spread(metric).stream()).toList();
    if (spreads.isEmpty()) {
      return;
    }
    hasNumbers = true;
    number(name, point -> point.spread(metric).map(value -> Numbers.text(value.mean())));
    if (ranges && spreads.stream().anyMatch(spread -> spread.count() > 1)) {
      number(
          "least to greatest",
          point ->
              point
                  .spread(metric)
                  .filter(value -> value.count() > 1)
                  .map(value -> Numbers.text(value.min()) + " to " + Numbers.text(value.max())));
    }
    if (experiment.points().stream().anyMatch(point -> published(point, metric).isPresent())) {
      number("paper", point -> published(point, metric).map(one -> Numbers.text(one.value())));
    }
  }

  private void number(String name, Function<MeasuredPoint, Optional<String>> text) {
    table.texts(name, point -> text.apply(point).orElse("–"));
  }

  void write(Markup page) {
    if (hasNumbers) {
      int points = experiment.points().size();
      table.folded(
          page,
          "The numbers (%d %s)".formatted(points, points == 1 ? "point" : "points"),
          experiment.points());
    }
  }

  /** The paper's number for this point. */
  private Optional<Published> published(MeasuredPoint point, Metric metric) {
    return section.published().stream()
        .filter(one -> one.metric().equals(metric.published()))
        .filter(one -> one.isOf(experiment, point))
        .findFirst();
  }
}
