package io.hybridycsb.harness.report.load;

import io.hybridycsb.harness.report.chart.LineChart;
import io.hybridycsb.harness.report.chart.Plot;
import io.hybridycsb.harness.report.chart.Scale;
import io.hybridycsb.harness.report.chart.Series;
import io.hybridycsb.harness.report.figures.Figure;
import io.hybridycsb.harness.report.figures.SystemStyles;
import io.hybridycsb.harness.results.Slope;
import io.hybridycsb.harness.results.Soak;
import io.hybridycsb.harness.results.runs.MeasuredExperiment;
import io.hybridycsb.harness.results.runs.MeasuredRun;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * What changes in the sections of long runs, over the hours: a chart for each quantity, with a
 * table of slopes. A line is a run.
 */
public record SoakFigures(MeasuredExperiment experiment) {
  private static final double HEADROOM = 1.1;
  private static final int DIGITS = 4;

  /** None if no run has sections. */
  public List<Figure> all() {
    Map<MeasuredRun, Map<String, List<Slope.Point>>> runs = new LinkedHashMap<>();
    SortedSet<String> names = new TreeSet<>();
    experiment.runs().stream()
        .filter(MeasuredRun::counts)
        .forEach(
            run -> {
              Map<String, List<Slope.Point>> points = Soak.points(run.counters());
              runs.put(run, points);
              names.addAll(points.keySet());
            });
    return names.stream().map(name -> figure(name, runs)).toList();
  }

  private Figure figure(String what, Map<MeasuredRun, Map<String, List<Slope.Point>>> runs) {
    List<Series> series = new ArrayList<>();
    List<List<String>> table = new ArrayList<>();
    List<List<String>> csv = new ArrayList<>();
    table.add(
        List.of("system", "first section", "last section", "per hour", "95 % interval", "verdict"));
    csv.add(List.of("system", "repeat", "hours", what));
    SortedMap<Slope.Verdict, SortedSet<String>> verdicts = new TreeMap<>();
    double hours = 0;
    double most = 0;
    for (Map.Entry<MeasuredRun, Map<String, List<Slope.Point>>> one : runs.entrySet()) {
      List<Slope.Point> points = one.getValue().getOrDefault(what, List.of());
      if (points.isEmpty()) {
        continue;
      }
      MeasuredRun run = one.getKey();
      String repeat = Integer.toString(run.result().identity().repeat());
      List<Series.Mark> marks = new ArrayList<>();
      for (Slope.Point point : points) {
        hours = Math.max(hours, point.x());
        most = Math.max(most, point.y());
        String tip = "%s, after %s h: %s".formatted(run.system(), text(point.x()), text(point.y()));
        marks.add(new Series.Mark(point.x(), point.y(), tip));
        csv.add(List.of(run.system(), repeat, text(point.x()), text(point.y())));
      }
      series.add(
          new Series(
              run.system(),
              SystemStyles.of(experiment, run.system()),
              Series.Kind.MEASURED,
              marks));
      Slope.of(points)
          .ifPresent(
              slope ->
                  verdicts
                      .computeIfAbsent(slope.verdict(), unused -> new TreeSet<>())
                      .add(run.system()));
      table.add(row(run.system(), points));
    }
    Plot plot =
        new Plot(
            Scale.linear(hours > 0 ? hours : 1),
            Scale.linear(most > 0 ? most * HEADROOM : 1),
            "hours",
            series);
    return new Figure(
        (experiment.name() + "-soak-" + what)
            .toLowerCase(Locale.ROOT)
            .replaceAll("[^a-z0-9.]+", "-"),
        "Over hours · " + what,
        what + ", by section",
        note(verdicts),
        table,
        new LineChart(plot),
        csv);
  }

  /** Which systems' lines do what. */
  private static String note(SortedMap<Slope.Verdict, SortedSet<String>> verdicts) {
    StringBuilder note = new StringBuilder();
    verdicts.forEach(
        (verdict, systems) ->
            note.append(note.isEmpty() ? "" : "; ")
                .append(String.join(", ", systems))
                .append(": ")
                .append(verdict));
    return note.isEmpty() ? "" : note + ".";
  }

  private static List<String> row(String system, List<Slope.Point> points) {
    List<String> row = new ArrayList<>(List.of(system));
    row.add(text(points.get(0).y()));
    row.add(text(points.get(points.size() - 1).y()));
    Slope.of(points)
        .ifPresentOrElse(
            slope ->
                row.addAll(
                    List.of(
                        text(slope.perUnit()),
                        "%s to %s".formatted(text(slope.low()), text(slope.high())),
                        slope.verdict().toString())),
            () -> row.addAll(List.of("–", "–", "too few sections")));
    return row;
  }

  /** A number to four digits. */
  private static String text(double number) {
    return number == 0
        ? "0"
        : new BigDecimal(number)
            .round(new MathContext(DIGITS))
            .stripTrailingZeros()
            .toPlainString();
  }
}
