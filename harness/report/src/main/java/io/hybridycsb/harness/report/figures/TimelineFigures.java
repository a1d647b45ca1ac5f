package io.hybridycsb.harness.report.figures;

import io.hybridycsb.harness.report.chart.LineChart;
import io.hybridycsb.harness.report.chart.Numbers;
import io.hybridycsb.harness.report.chart.Plot;
import io.hybridycsb.harness.report.chart.Scale;
import io.hybridycsb.harness.report.chart.Series;
import io.hybridycsb.harness.results.runs.MeasuredExperiment;
import io.hybridycsb.harness.results.runs.MeasuredPoint;
import io.hybridycsb.harness.results.runs.MeasuredRun;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Throughput over time with the faults: one chart for each system. */
record TimelineFigures(MeasuredExperiment experiment) {
  private static final double FAINTEST = 0.4;

  /** Room for the events' names. */
  private static final double HEADROOM = 1.2;

  /** None if no run has a timeline. */
  List<Figure> all() {
    List<Figure> figures = new ArrayList<>();
    for (MeasuredPoint point : experiment.points()) {
      figure(point).ifPresent(figures::add);
    }
    return figures;
  }

  private Optional<Figure> figure(MeasuredPoint point) {
    List<Series> series = new ArrayList<>();
    List<Scale.Tick> events = new ArrayList<>();
    List<List<String>> csv = new ArrayList<>();
    csv.add(List.of("system", "repeat", "second", "succeeded"));
    double end = 0;
    double most = 0;
    for (MeasuredRun run : point.counted()) {
      Optional<CrashTimeline> timeline = CrashTimeline.of(run);
      if (timeline.isEmpty()) {
        continue;
      }
      int repeat = run.result().identity().repeat();
      List<Series.Mark> marks = new ArrayList<>();
      for (double[] second : timeline.get().counts()) {
        end = Math.max(end, second[0]);
        most = Math.max(most, second[1]);
        marks.add(
            new Series.Mark(
                second[0], second[1], "%s, repeat %d".formatted(point.system(), repeat)));
        csv.add(
            List.of(
                point.system(),
                String.valueOf(repeat),
                MetricFigures.plain(second[0]),
                MetricFigures.plain(second[1])));
      }
      // Events differ slightly between repeats, so those of the first one are drawn.
      if (events.isEmpty()) {
        events.addAll(timeline.get().events());
      }
      double strength = series.isEmpty() ? 1 : FAINTEST;
      series.add(
          new Series(
              point.system(),
              SystemStyles.of(experiment, point.system()),
              Series.Kind.CURVE,
              strength,
              marks));
    }
    if (series.isEmpty()) {
      return Optional.empty();
    }
    Plot plot =
        new Plot(Scale.linear(end), Scale.linear(most * HEADROOM), "seconds", series, events);
    String name = title(point);
    return Optional.of(
        new Figure(
            Panels.fileName(experiment.name() + "-timeline " + name),
            "Over time · " + name,
            "successful writes in each second",
            series.size() == 1
                ? ""
                : "Strong: the first of %s repeats, whose events are shown."
                    .formatted(Numbers.text(series.size())),
            new LineChart(plot),
            csv));
  }

  private String title(MeasuredPoint point) {
    StringBuilder title = new StringBuilder(point.system());
    experiment
        .dimensions()
        .forEach(
            dimension ->
                title
                    .append(", ")
                    .append(dimension.label())
                    .append(' ')
                    .append(point.at(dimension)));
    return title.toString();
  }
}
