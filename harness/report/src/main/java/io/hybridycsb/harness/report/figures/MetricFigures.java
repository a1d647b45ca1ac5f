package io.hybridycsb.harness.report.figures;

import io.hybridycsb.harness.report.chart.BarChart;
import io.hybridycsb.harness.report.chart.Chart;
import io.hybridycsb.harness.report.chart.LineChart;
import io.hybridycsb.harness.report.chart.Numbers;
import io.hybridycsb.harness.report.chart.Plot;
import io.hybridycsb.harness.report.chart.RowChart;
import io.hybridycsb.harness.report.chart.Scale;
import io.hybridycsb.harness.report.chart.Series;
import io.hybridycsb.harness.results.Spread;
import io.hybridycsb.harness.results.runs.Dimension;
import io.hybridycsb.harness.results.runs.MeasuredExperiment;
import io.hybridycsb.harness.results.runs.MeasuredPoint;
import io.hybridycsb.harness.results.runs.Metric;
import io.hybridycsb.harness.results.runs.PointValue;
import io.hybridycsb.harness.results.runs.Work;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The figures of one metric of an experiment: lines over a numeric dimension, bars otherwise, with
 * one panel for each combination of the other dimensions.
 */
record MetricFigures(MeasuredExperiment experiment, List<Published> published) {
  private static final List<String> COLUMNS_BEFORE = List.of("source", "system");
  private static final List<String> COLUMNS_AFTER =
      List.of("metric", "unit", "mean", "min", "max", "deviation", "runs", "note");

  private static final int DIGITS = 6;

  private static final String MISSED = "less than 99 % of the offered rate was committed";

  private static final String NOTE_OF_MISSED =
      "%s, and a pale marker: %s.".formatted(NumbersTable.MISSED, MISSED);

  /** All panels of a metric, on one scale; none if no run has a value. */
  List<Figure> of(Metric metric) {
    List<Double> values = new ArrayList<>();
    for (MeasuredPoint point : experiment.points()) {
      point
          .value(metric)
          .ifPresent(
              value -> {
                values.add(value.value());
                values.add(value.repeats().min());
                values.add(value.repeats().max());
              });
    }
    if (values.isEmpty()) {
      return List.of();
    }
    publishedOf(metric).forEach(one -> values.add(one.value()));
    Scale y = Axes.forValues(values);
    List<Figure> figures = new ArrayList<>();
    for (List<MeasuredPoint> panel : Panels.of(experiment)) {
      if (panel.stream().anyMatch(point -> point.value(metric).isPresent())) {
        figures.add(figure(metric, panel, y, !Axes.logarithmic(values)));
      }
    }
    return figures;
  }

  private Figure figure(Metric metric, List<MeasuredPoint> panel, Scale y, boolean linear) {
    String panelName = Panels.name(experiment, panel.get(0));
    String title = metric.title() + (panelName.isEmpty() ? "" : " · " + panelName);
    boolean inRows = experiment.x().isEmpty() || isOneLoadEach(metric, panel);
    Chart chart =
        inRows
            ? rows(metric, panel, y, linear)
            : axes(new Plot(xScale(metric), y, xLabel(), series(metric, panel)), linear);
    String unit =
        metric.unit()
            + (linear ? "" : ", logarithmic axis")
            + (inRows && experiment.x().isPresent() ? "; behind the names " + xLabel() : "");
    return new Figure(
        id(experiment, metric, panelName),
        title,
        unit,
        panel.stream().anyMatch(MeasuredPoint::missesOffered) ? NOTE_OF_MISSED : "",
        new NumbersTable(experiment, metric, publishedOf(metric), inRows)
            .lines(shown(panel, metric)),
        chart,
        csv(metric, panel));
  }

  /** The name of a panel's figure. */
  static String id(MeasuredExperiment experiment, Metric metric, String panelName) {
    return Panels.fileName(experiment.name() + "-" + metric.id() + " " + panelName);
  }

  /**
   * What others are compared with needs no row without a value, such as an overhead over itself.
   */
  private static List<MeasuredPoint> shown(List<MeasuredPoint> panel, Metric metric) {
    return panel.stream().filter(point -> point.value(metric).isPresent()).toList();
  }

  /** Whether the load is varied between systems only: markers would stand in a column or two. */
  private boolean isOneLoadEach(Metric metric, List<MeasuredPoint> panel) {
    List<String> systems = shown(panel, metric).stream().map(MeasuredPoint::system).toList();
    return experiment.x().filter(x -> Work.isLoad(x.name())).isPresent()
        && systems.stream().distinct().count() == systems.size();
  }

  private Chart axes(Plot plot, boolean linear) {
    return experiment.x().orElseThrow().numeric()
        ? new LineChart(plot)
        : new BarChart(plot, linear);
  }

  /** Compares the systems if nothing is varied. */
  private Chart rows(Metric metric, List<MeasuredPoint> panel, Scale y, boolean linear) {
    List<RowChart.Row> rows = new ArrayList<>();
    for (MeasuredPoint point : panel) {
      point
          .value(metric)
          .ifPresent(
              value ->
                  rows.add(
                      new RowChart.Row(
                          "%s %s".formatted(point.system(), experiment.xOf(point)).strip(),
                          SystemStyles.of(experiment, point.system()),
                          mark(point, value),
                          publishedOf(metric).stream()
                              .filter(one -> one.isOf(experiment, point))
                              .map(this::mark)
                              .toList())));
    }
    return new RowChart(rows, y, metric.unit(), linear);
  }

  private String xLabel() {
    return experiment.x().map(Dimension::label).orElse("");
  }

  private Scale xScale(Metric metric) {
    Dimension x = experiment.x().orElseThrow();
    if (!x.numeric()) {
      return Scale.bands(x.values());
    }
    List<Double> others = new ArrayList<>();
    for (Published one : publishedOf(metric)) {
      one.along(x).ifPresent(others::add);
    }
    return Axes.along(x, others);
  }

  private List<Published> publishedOf(Metric metric) {
    return published.stream()
        .filter(one -> one.metric().equals(metric.published()))
        .filter(one -> experiment.systems().contains(one.system()))
        .filter(one -> one.isIn(experiment))
        .toList();
  }

  private List<Series> series(Metric metric, List<MeasuredPoint> panel) {
    List<Series> all = new ArrayList<>();
    for (String system : experiment.systems()) {
      List<Series.Mark> marks = new ArrayList<>();
      for (MeasuredPoint point : panel) {
        if (point.system().equals(system)) {
          point.value(metric).ifPresent(value -> marks.add(mark(point, value)));
        }
      }
      if (!marks.isEmpty()) {
        all.add(
            new Series(system, SystemStyles.of(experiment, system), Series.Kind.MEASURED, marks));
      }
    }
    for (String system : experiment.systems()) {
      List<Series.Mark> marks =
          publishedOf(metric).stream()
              .filter(one -> one.system().equals(system))
              .map(this::mark)
              .toList();
      if (!marks.isEmpty()) {
        all.add(
            new Series(system, SystemStyles.of(experiment, system), Series.Kind.PUBLISHED, marks));
      }
    }
    return all;
  }

  private Series.Mark mark(MeasuredPoint point, PointValue value) {
    String where = experiment.xOf(point);
    Spread repeats = value.repeats();
    String tip =
        "%s%s: %s%s%s"
            .formatted(
                point.system(),
                where.isEmpty() ? "" : ", " + where,
                Numbers.text(value.value()),
                repeats.count() == 1
                    ? ""
                    : " (%d runs: %s)"
                        .formatted(
                            repeats.count(),
                            repeats.values().stream()
                                .map(Numbers::text)
                                .collect(Collectors.joining(" "))),
                point.missesOffered() ? "; " + MISSED : "");
    return new Series.Mark(xOf(point), value.value(), repeats.values(), tip, point.missesOffered());
  }

  private Series.Mark mark(Published one) {
    double x = experiment.x().map(along -> one.along(along).orElseThrow()).orElse(0.0);
    String note = one.note().isEmpty() ? "" : " (" + one.note() + ")";
    String tip =
        "%s, published, %s %s: %s %s%s"
            .formatted(
                one.system(), one.xName(), one.x(), Numbers.text(one.value()), one.unit(), note);
    return new Series.Mark(x, one.value(), tip);
  }

  private double xOf(MeasuredPoint point) {
    if (experiment.x().isEmpty()) {
      return 0;
    }
    Dimension x = experiment.x().get();
    String value = point.at(x);
    return x.numeric() ? Dimension.number(value).getAsDouble() : x.values().indexOf(value);
  }

  private List<List<String>> csv(Metric metric, List<MeasuredPoint> panel) {
    List<Dimension> dimensions = experiment.dimensions();
    List<List<String>> lines = new ArrayList<>();
    lines.add(
        joined(COLUMNS_BEFORE, dimensions.stream().map(Dimension::name).toList(), COLUMNS_AFTER));
    for (MeasuredPoint point : panel) {
      List<String> where = dimensions.stream().map(point::at).toList();
      point
          .value(metric)
          .ifPresent(
              value ->
                  lines.add(
                      joined(
                          List.of("measured", point.system()),
                          where,
                          List.of(
                              metric.id(),
                              metric.unit(),
                              plain(value.value()),
                              plain(value.repeats().min()),
                              plain(value.repeats().max()),
                              plain(value.repeats().deviation()),
                              String.valueOf(value.repeats().count()),
                              point.missesOffered() ? MISSED : ""))));
    }
    for (Published one : publishedOf(metric)) {
      List<String> where = new ArrayList<>();
      dimensions.forEach(unused -> where.add(where.isEmpty() ? one.x() : ""));
      String value = plain(one.value());
      lines.add(
          joined(
              List.of(
                  "published: "
                      + one.source().paper().key()
                      + " "
                      + Published.where(one.source().figure()),
                  one.system()),
              where,
              List.of(metric.id(), one.unit(), value, value, value, "", "", one.note())));
    }
    return lines;
  }

  /** All significant digits, never rounded before the point. */
  static String plain(double number) {
    if (!Double.isFinite(number)) {
      return "";
    }
    BigDecimal exact = BigDecimal.valueOf(number);
    int digits = Math.max(DIGITS, exact.precision() - exact.scale());
    BigDecimal rounded = exact.round(new MathContext(digits));
    return rounded.signum() == 0 ? "0" : rounded.stripTrailingZeros().toPlainString();
  }

  private static List<String> joined(List<String> a, List<String> b, List<String> c) {
    return Stream.of(a, b, c).flatMap(List::stream).toList();
  }
}
