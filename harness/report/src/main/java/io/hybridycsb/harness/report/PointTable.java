package io.hybridycsb.harness.report;

import io.hybridycsb.harness.files.Markup;
import io.hybridycsb.harness.report.chart.Numbers;
import io.hybridycsb.harness.report.figures.Published;
import io.hybridycsb.harness.results.Spread;
import io.hybridycsb.harness.results.runs.Dimension;
import io.hybridycsb.harness.results.runs.MeasuredExperiment;
import io.hybridycsb.harness.results.runs.MeasuredPoint;
import io.hybridycsb.harness.results.runs.Metric;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** The numbers of an experiment's main figures: a line for each point, the paper's beside. */
final class PointTable {
  private final Section section;
  private final MeasuredExperiment experiment;
  private final List<Column> columns = new ArrayList<>();

  PointTable(Section section) {
    this.section = section;
    this.experiment = section.experiment();
    column("committed/s", Metric.THROUGHPUT, true);
    column("acknowledged/s", Metric.ACKNOWLEDGED, false);
    column("mean ms", Metric.LATENCY_MEAN, false);
    column("p50 ms", Metric.LATENCY_P50, false);
    column("p99 ms", Metric.LATENCY_P99, false);
    experiment
        .partialLatencies()
        .forEach(
            latency -> column(latency.title().toLowerCase(Locale.ROOT) + ", ms", latency, false));
    column("CPU ms/op", Metric.CPU, false);
    column("bytes/op", Metric.WRITTEN, false);
    column("aborted %", Metric.ABORTS, false);
  }

  /**
   * A column.
   *
   * @param ranges whether the range of the repeats stands beside the mean
   * @param published whether the paper has a number of it for one of the points
   */
  private record Column(String name, Metric metric, boolean ranges, boolean published) {}

  private void column(String name, Metric metric, boolean ranges) {
    List<MeasuredPoint> points = experiment.points();
    boolean known = points.stream().anyMatch(point -> point.spread(metric).isPresent());
    boolean told =
        metric.id().equals(Metric.ACKNOWLEDGED.id()) && !section.onlyAccepted()
            || metric.id().equals(Metric.ABORTS.id()) && !section.aborted();
    if (known && !told) {
      boolean repeated =
          ranges
              && points.stream()
                  .flatMap(point -> point.spread(metric).stream())
                  .anyMatch(spread -> spread.count() > 1);
      boolean published = points.stream().anyMatch(point -> published(point, metric).isPresent());
      columns.add(new Column(name, metric, repeated, published));
    }
  }

  void write(Markup page) {
    if (columns.isEmpty()) {
      return;
    }
    List<String> names = new ArrayList<>(List.of("system"));
    experiment.dimensions().forEach(dimension -> names.add(dimension.label()));
    names.add("runs");
    for (Column column : columns) {
      names.add(column.name());
      if (column.ranges()) {
        names.add("least to greatest");
      }
      if (column.published()) {
        names.add("paper");
      }
    }
    page.open("details")
        .element(
            "summary",
            "The numbers (%d %s)"
                .formatted(
                    experiment.points().size(),
                    experiment.points().size() == 1 ? "point" : "points"));
    PageTables.open(page, "sortable figures numbers", names.toArray(String[]::new));
    experiment.points().forEach(point -> row(page, point));
    page.close().close().close().close();
  }

  private void row(Markup page, MeasuredPoint point) {
    page.open("tr").element("td", point.system(), "class", "t");
    for (Dimension dimension : experiment.dimensions()) {
      page.element("td", point.at(dimension), "class", "t");
    }
    page.element("td", String.valueOf(point.counted().size()));
    for (Column column : columns) {
      Optional<Spread> spread = point.spread(column.metric());
      number(page, spread.map(value -> Numbers.text(value.mean())));
      if (column.ranges()) {
        number(
            page,
            spread
                .filter(value -> value.count() > 1)
                .map(v -> Numbers.text(v.min()) + " to " + Numbers.text(v.max())));
      }
      if (column.published()) {
        number(page, published(point, column.metric()).map(one -> Numbers.text(one.value())));
      }
    }
    page.close();
  }

  private static void number(Markup page, Optional<String> text) {
    page.element("td", text.orElse("–"));
  }

  /** The paper's number for this point. */
  private Optional<Published> published(MeasuredPoint point, Metric metric) {
    return section.published().stream()
        .filter(one -> one.metric().equals(metric.published()))
        .filter(one -> one.isOf(experiment, point))
        .findFirst();
  }
}
