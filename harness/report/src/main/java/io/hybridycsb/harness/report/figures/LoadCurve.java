package io.hybridycsb.harness.report.figures;

import io.hybridycsb.harness.report.chart.LineChart;
import io.hybridycsb.harness.report.chart.Numbers;
import io.hybridycsb.harness.report.chart.Plot;
import io.hybridycsb.harness.report.chart.Series;
import io.hybridycsb.harness.results.Spread;
import io.hybridycsb.harness.results.runs.Dimension;
import io.hybridycsb.harness.results.runs.MeasuredExperiment;
import io.hybridycsb.harness.results.runs.MeasuredPoint;
import io.hybridycsb.harness.results.runs.Metric;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Latency against throughput while the load grows; a curve bends at the system's capacity. */
record LoadCurve(MeasuredExperiment experiment) {
  private static final Set<String> LOADS = Set.of("clients", "target", "threads");

  /** Empty unless only the load is varied. */
  Optional<Figure> figure() {
    Dimension load = experiment.x().orElse(null);
    if (experiment.dimensions().size() != 1 || !LOADS.contains(load.name())) {
      return Optional.empty();
    }
    List<Series> series = new ArrayList<>();
    List<List<String>> csv = new ArrayList<>();
    csv.add(List.of("system", load.name(), "committed_per_second", "latency_p99_ms"));
    List<Double> rates = new ArrayList<>();
    List<Double> latencies = new ArrayList<>();
    for (String system : experiment.systems()) {
      List<Series.Mark> marks = new ArrayList<>();
      for (MeasuredPoint point : experiment.pointsOf(system)) {
        Optional<Spread> rate = point.spread(Metric.THROUGHPUT);
        Optional<Spread> latency = point.spread(Metric.LATENCY_P99);
        if (rate.isPresent() && latency.isPresent()) {
          String at = point.at(load);
          rates.add(rate.get().mean());
          latencies.add(latency.get().min());
          latencies.add(latency.get().max());
          marks.add(mark(system, load.name() + " " + at, rate.get(), latency.get()));
          csv.add(
              List.of(
                  system,
                  at,
                  MetricFigures.plain(rate.get().mean()),
                  MetricFigures.plain(latency.get().mean())));
        }
      }
      if (!marks.isEmpty()) {
        series.add(
            new Series(system, SystemStyles.of(experiment, system), Series.Kind.MEASURED, marks));
      }
    }
    if (series.isEmpty()) {
      return Optional.empty();
    }
    Plot plot =
        new Plot(
            Axes.forValues(rates), Axes.forValues(latencies), "committed operations/s", series);
    return Optional.of(
        new Figure(
            Panels.fileName(experiment.name() + "-load-curve"),
            "Latency against throughput",
            "99th percentile in ms" + (Axes.logarithmic(latencies) ? ", logarithmic axes" : ""),
            "",
            new LineChart(plot),
            csv));
  }

  private static Series.Mark mark(String system, String at, Spread rate, Spread latency) {
    String tip =
        "%s, %s: %s/s, 99th percentile %s ms"
            .formatted(system, at, Numbers.text(rate.mean()), Numbers.text(latency.mean()));
    return new Series.Mark(rate.mean(), latency.mean(), latency.values(), tip);
  }
}
