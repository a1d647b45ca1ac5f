package io.hybridycsb.harness.report.figures;

import io.hybridycsb.harness.report.chart.LineChart;
import io.hybridycsb.harness.report.chart.Numbers;
import io.hybridycsb.harness.report.chart.Plot;
import io.hybridycsb.harness.report.chart.Scale;
import io.hybridycsb.harness.report.chart.Series;
import io.hybridycsb.harness.results.runs.Dimension;
import io.hybridycsb.harness.results.runs.Histograms;
import io.hybridycsb.harness.results.runs.MeasuredExperiment;
import io.hybridycsb.harness.results.runs.MeasuredPoint;
import io.hybridycsb.harness.results.runs.Side;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import org.HdrHistogram.Histogram;

/**
 * Whole distributions of latencies: one chart for each system and each {@linkplain
 * MeasuredExperiment#sides kind of operations}, one curve for each point.
 */
record PercentileFigures(MeasuredExperiment experiment) {
  private static final int STEPS = 80;

  /** Nines: 1 is the 90th percentile, 2 the 99th, 4 the 99.99th. */
  private static final double NINES_MAX = 4;

  /** The lowest latencies, below this percentile, would take half of a logarithmic axis. */
  private static final double FIRST = 10;

  private static final Scale NINES =
      Scale.linear(
          nines(FIRST),
          NINES_MAX,
          List.of(
              new Scale.Tick(nines(FIRST), "10"),
              new Scale.Tick(nines(50), "50"),
              new Scale.Tick(nines(90), "90"),
              new Scale.Tick(nines(99), "99"),
              new Scale.Tick(nines(99.9), "99.9"),
              new Scale.Tick(NINES_MAX, "99.99 %")));

  private static final double FAINTEST = 0.25;

  private static double nines(double percentile) {
    return -Math.log10(1 - percentile / 100);
  }

  /** What operations a figure is of: one side's, or all. */
  private record Part(String words, Function<MeasuredPoint, Optional<Histogram>> latencies) {
    Optional<Histogram> of(MeasuredPoint point) {
      return latencies.apply(point).filter(histogram -> histogram.getTotalCount() > 0);
    }
  }

  private List<Part> parts() {
    List<Side> sides = experiment.sides();
    return sides.isEmpty()
        ? List.of(new Part("", MeasuredPoint::latencies))
        : sides.stream()
            .map(side -> new Part(experiment.wordsOf(side), point -> point.latencies(side)))
            .toList();
  }

  /** One figure for each system and part of a panel; none where there are no latencies. */
  List<Figure> all() {
    List<Double> extremes = new ArrayList<>();
    for (Part part : parts()) {
      for (MeasuredPoint point : experiment.points()) {
        part.of(point)
            .ifPresent(
                histogram -> {
                  extremes.add(Math.max(0.001, Histograms.percentileMs(histogram, FIRST)));
                  extremes.add(Histograms.percentileMs(histogram, 99.99));
                });
      }
    }
    if (extremes.isEmpty()) {
      return List.of();
    }
    Scale y = Scale.logarithmic(Collections.min(extremes), Collections.max(extremes));
    List<Figure> figures = new ArrayList<>();
    for (List<MeasuredPoint> panel : Panels.of(experiment)) {
      List<String> systems =
          experiment.x().isEmpty() ? List.of("all systems") : experiment.systems();
      for (String system : systems) {
        List<MeasuredPoint> points =
            experiment.x().isEmpty()
                ? panel
                : panel.stream().filter(point -> point.system().equals(system)).toList();
        for (Part part : points.isEmpty() ? List.<Part>of() : parts()) {
          String whose = part.words().isEmpty() ? system : system + ", " + part.words();
          figure(whose, part, points, y).ifPresent(figures::add);
        }
      }
    }
    return figures;
  }

  private Optional<Figure> figure(String whose, Part part, List<MeasuredPoint> points, Scale y) {
    List<Series> series = new ArrayList<>();
    List<List<String>> csv = new ArrayList<>();
    csv.add(List.of("system", "at", "percentile", "latency_ms", "operations"));
    List<String> names = new ArrayList<>();
    boolean shaded = experiment.x().isPresent() && points.size() > 1;
    for (int i = 0; i < points.size(); i++) {
      MeasuredPoint point = points.get(i);
      Optional<Histogram> latencies = part.of(point);
      if (latencies.isEmpty()) {
        continue;
      }
      String at = experiment.xOf(point);
      names.add(at);
      double strength = shaded ? FAINTEST + (1 - FAINTEST) * i / (points.size() - 1) : 1;
      String name = point.system() + (at.isEmpty() ? "" : ", " + at);
      List<Series.Mark> curve = curve(latencies.get(), name);
      series.add(
          new Series(
              point.system(),
              SystemStyles.of(experiment, point.system()),
              Series.Kind.CURVE,
              strength,
              curve));
      curve.forEach(mark -> csv.add(line(point.system(), at, mark, latencies.get())));
    }
    if (series.isEmpty()) {
      return Optional.empty();
    }
    String panel = Panels.name(experiment, points.get(0));
    return Optional.of(
        new Figure(
            Panels.fileName(experiment.name() + "-percentiles " + whose + " " + panel),
            whose + (panel.isEmpty() ? "" : " · " + panel),
            "latency in ms by percentile, logarithmic axis",
            shaded ? shades(names) : "",
            new LineChart(new Plot(NINES, y, "percentile", series)),
            csv));
  }

  private String shades(List<String> names) {
    return "From faint to strong: %s %s."
        .formatted(experiment.x().map(Dimension::label).orElse(""), String.join(", ", names));
  }

  private static List<String> line(
      String system, String at, Series.Mark mark, Histogram latencies) {
    return List.of(
        system,
        at,
        String.format(Locale.ROOT, "%.5f", 100 - 100 * Math.pow(10, -mark.x())),
        MetricFigures.plain(mark.y()),
        String.valueOf(latencies.getTotalCount()));
  }

  /** Ends at the highest percentile that has operations beyond it. */
  private static List<Series.Mark> curve(Histogram histogram, String name) {
    List<Series.Mark> marks = new ArrayList<>();
    double end = Math.min(NINES_MAX, Math.log10(Math.max(2, histogram.getTotalCount())));
    for (int i = 0; i <= STEPS; i++) {
      double nines = nines(FIRST) + (end - nines(FIRST)) * i / STEPS;
      double ms =
          Math.max(0.001, Histograms.percentileMs(histogram, 100 - 100 * Math.pow(10, -nines)));
      marks.add(new Series.Mark(nines, ms, name + ", median " + median(histogram)));
    }
    return marks;
  }

  private static String median(Histogram histogram) {
    return Numbers.text(Histograms.percentileMs(histogram, 50)) + " ms";
  }
}
