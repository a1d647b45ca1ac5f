package io.hybridycsb.harness.report.figures;

import io.hybridycsb.harness.report.chart.Numbers;
import io.hybridycsb.harness.results.Spread;
import io.hybridycsb.harness.results.runs.Dimension;
import io.hybridycsb.harness.results.runs.MeasuredExperiment;
import io.hybridycsb.harness.results.runs.MeasuredPoint;
import io.hybridycsb.harness.results.runs.Metric;
import io.hybridycsb.harness.results.runs.PointValue;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * A panel's numbers for readers: of each system its own, their repeats, and the paper's.
 *
 * @param published the paper's numbers of the metric
 * @param inRows whether each point is a row of its own; otherwise each place along x has a column
 */
record NumbersTable(
    MeasuredExperiment experiment, Metric metric, List<Published> published, boolean inRows) {
  private static final String NONE = "–";

  /** Behind a number whose rate wasn't reached. */
  static final String MISSED = "*";

  /** What is told of a system: at a place, or in a row. */
  private record Row(
      String name,
      Function<String, Optional<MeasuredPoint>> ours,
      Function<String, List<Double>> theirs) {}

  /** The first line names the columns. */
  List<List<String>> lines(List<MeasuredPoint> panel) {
    List<String> places =
        inRows ? List.of("") : experiment.x().map(Dimension::values).orElseGet(() -> List.of(""));
    List<List<String>> lines = new ArrayList<>();
    lines.add(
        joined(
            experiment.x().map(Dimension::label).orElse(""),
            inRows || experiment.x().isEmpty() ? List.of(metric.unit()) : places));
    for (Row row : inRows ? ofPoints(panel) : ofSystems(panel)) {
      Function<String, Optional<PointValue>> ours =
          place -> row.ours().apply(place).flatMap(point -> point.value(metric));
      line(lines, row.name(), places, place -> row.ours().apply(place).flatMap(this::number));
      line(
          lines,
          row.name() + ", repeats",
          places,
          place -> ours.apply(place).map(value -> repeats(value.repeats())));
      line(lines, row.name() + ", paper", places, place -> texts(row.theirs().apply(place), 1));
      line(
          lines,
          row.name() + ", paper / ours",
          places,
          place ->
              ours.apply(place).flatMap(value -> texts(row.theirs().apply(place), value.value())));
    }
    return lines;
  }

  private List<Row> ofSystems(List<MeasuredPoint> panel) {
    Map<String, Map<String, MeasuredPoint>> systems = new LinkedHashMap<>();
    experiment.systems().forEach(system -> systems.put(system, new LinkedHashMap<>()));
    panel.forEach(point -> systems.get(point.system()).put(experiment.xOf(point), point));
    List<Row> rows = new ArrayList<>();
    systems.forEach(
        (system, points) ->
            rows.add(
                new Row(
                    system,
                    place -> Optional.ofNullable(points.get(place)),
                    place -> publishedAt(system, place))));
    return rows;
  }

  private List<Row> ofPoints(List<MeasuredPoint> panel) {
    return panel.stream()
        .map(
            point ->
                new Row(
                    "%s %s".formatted(point.system(), experiment.xOf(point)).strip(),
                    unused -> Optional.of(point),
                    unused -> publishedAt(point.system(), experiment.xOf(point))))
        .toList();
  }

  private Optional<String> number(MeasuredPoint point) {
    return point
        .value(metric)
        .map(value -> Numbers.text(value.value()) + (point.missesOffered() ? MISSED : ""));
  }

  /** Adds a line unless it would be empty. */
  private static void line(
      List<List<String>> lines,
      String name,
      List<String> places,
      Function<String, Optional<String>> text) {
    List<String> texts = places.stream().map(place -> text.apply(place).orElse(NONE)).toList();
    if (texts.stream().anyMatch(one -> !one.equals(NONE))) {
      lines.add(joined(name, texts));
    }
  }

  /** Several where the paper has parts of one place of ours. */
  private List<Double> publishedAt(String system, String place) {
    return published.stream()
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

  private static List<String> joined(String first, List<String> others) {
    List<String> line = new ArrayList<>(List.of(first));
    line.addAll(others);
    return line;
  }
}
