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
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
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

  private static final String NONE = "–";

  /** All panels of a metric, on one scale; none if no run has a value. */
  List<Figure> of(Metric metric) {
    List<Double> values = new ArrayList<>();
    for (MeasuredPoint point : experiment.points()) {
      point
          .spread(metric)
          .ifPresent(
              spread -> {
                values.add(spread.min());
                values.add(spread.max());
              });
    }
    if (values.isEmpty()) {
      return List.of();
    }
    publishedOf(metric).forEach(one -> values.add(one.value()));
    Scale y = Axes.forValues(values);
    List<Figure> figures = new ArrayList<>();
    for (List<MeasuredPoint> panel : Panels.of(experiment)) {
      if (panel.stream().anyMatch(point -> point.spread(metric).isPresent())) {
        figures.add(figure(metric, panel, y, !Axes.logarithmic(values)));
      }
    }
    return figures;
  }

  private Figure figure(Metric metric, List<MeasuredPoint> panel, Scale y, boolean linear) {
    String panelName = Panels.name(experiment, panel.get(0));
    String title = metric.title() + (panelName.isEmpty() ? "" : " · " + panelName);
    Chart chart =
        experiment.x().isEmpty()
            ? rows(metric, panel, y, linear)
            : axes(new Plot(xScale(metric), y, xLabel(), series(metric, panel)), linear);
    Grid grid = grid(metric, panel);
    String unit = metric.unit() + (linear ? "" : ", logarithmic axis");
    return new Figure(
        id(experiment, metric, panelName),
        title,
        unit,
        "",
        table(metric, grid),
        chart,
        csv(metric, panel));
  }

  /** The name of a panel's figure. */
  static String id(MeasuredExperiment experiment, Metric metric, String panelName) {
    return Panels.fileName(experiment.name() + "-" + metric.id() + " " + panelName);
  }

  /** A column for each place; of each system its means, their repeats, and the paper's numbers. */
  private List<List<String>> table(Metric metric, Grid grid) {
    List<List<String>> lines = new ArrayList<>();
    List<String> heads = experiment.x().isPresent() ? grid.places() : List.of(metric.unit());
    lines.add(joined(List.of(grid.along()), heads, List.of()));
    for (String system : grid.systems().keySet()) {
      Function<String, Optional<Spread>> ours = place -> grid.spread(system, place);
      Function<String, List<Double>> theirs = place -> publishedAt(metric, system, place);
      line(lines, system, grid, place -> ours.apply(place).map(Spread::mean).map(Numbers::text));
      line(
          lines,
          system + ", repeats",
          grid,
          place -> ours.apply(place).map(MetricFigures::repeats));
      line(lines, system + ", paper", grid, place -> texts(theirs.apply(place), 1));
      line(
          lines,
          system + ", paper / ours",
          grid,
          place -> ours.apply(place).flatMap(spread -> texts(theirs.apply(place), spread.mean())));
    }
    return lines;
  }

  /** Adds a line unless it would be empty. */
  private static void line(
      List<List<String>> lines, String name, Grid grid, Function<String, Optional<String>> text) {
    List<String> texts =
        grid.places().stream().map(place -> text.apply(place).orElse(NONE)).toList();
    if (texts.stream().anyMatch(one -> !one.equals(NONE))) {
      lines.add(joined(List.of(name), texts, List.of()));
    }
  }

  /** Several where the paper has parts of one place of ours. */
  private List<Double> publishedAt(Metric metric, String system, String place) {
    return publishedOf(metric).stream()
        .filter(one -> one.system().equals(system))
        .filter(one -> experiment.x().flatMap(one::place).orElse("").equals(place))
        .map(Published::value)
        .toList();
  }

  /** The values, each divided by this; empty without any. */
  private static Optional<String> texts(List<Double> values, double by) {
    return values.stream()
        .map(value -> Numbers.text(value / by))
        .reduce((one, other) -> one + " and " + other);
  }

  /** Their extremes and their number; of a single one nothing. */
  static String repeats(Spread spread) {
    return spread.count() == 1
        ? NONE
        : "%s to %s (%d)"
            .formatted(Numbers.text(spread.min()), Numbers.text(spread.max()), spread.count());
  }

  private Grid grid(Metric metric, List<MeasuredPoint> panel) {
    Map<String, Map<String, Spread>> systems = new LinkedHashMap<>();
    experiment.systems().forEach(system -> systems.put(system, new LinkedHashMap<>()));
    for (MeasuredPoint point : panel) {
      point
          .spread(metric)
          .ifPresent(spread -> systems.get(point.system()).put(experiment.xOf(point), spread));
    }
    // What others are compared with needs no value, such as an overhead over itself.
    experiment.baseline().ifPresent(system -> systems.remove(system, Map.of()));
    Optional<Dimension> x = experiment.x();
    return new Grid(xLabel(), x.map(Dimension::values).orElse(List.of("")), systems);
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
          .spread(metric)
          .ifPresent(
              spread ->
                  rows.add(
                      new RowChart.Row(
                          point.system(),
                          SystemStyles.of(experiment, point.system()),
                          mark(point, spread),
                          publishedOf(metric).stream()
                              .filter(one -> one.system().equals(point.system()))
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
          point.spread(metric).ifPresent(spread -> marks.add(mark(point, spread)));
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

  private Series.Mark mark(MeasuredPoint point, Spread spread) {
    String where = experiment.xOf(point);
    String tip =
        "%s%s: %s%s"
            .formatted(
                point.system(),
                where.isEmpty() ? "" : ", " + where,
                Numbers.text(spread.mean()),
                spread.count() == 1
                    ? ""
                    : " (%d runs: %s)"
                        .formatted(
                            spread.count(),
                            spread.values().stream()
                                .map(Numbers::text)
                                .collect(Collectors.joining(" "))));
    return new Series.Mark(xOf(point), spread.mean(), spread.values(), tip);
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
          .spread(metric)
          .ifPresent(
              spread ->
                  lines.add(
                      joined(
                          List.of("measured", point.system()),
                          where,
                          List.of(
                              metric.id(),
                              metric.unit(),
                              plain(spread.mean()),
                              plain(spread.min()),
                              plain(spread.max()),
                              plain(spread.deviation()),
                              String.valueOf(spread.count()),
                              ""))));
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
