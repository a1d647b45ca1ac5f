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
import io.hybridycsb.harness.results.runs.PointValue;
import io.hybridycsb.harness.results.runs.Work;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Latency against throughput while the load grows; a curve bends at the system's capacity.
 *
 * @param latencyMetric a 99th percentile
 */
record LoadCurve(MeasuredExperiment experiment, Metric latencyMetric) {
  /** Empty unless only the load is varied. */
  Optional<Figure> figure() {
    Dimension load = experiment.x().orElse(null);
    if (experiment.dimensions().size() != 1 || !Work.isLoad(load.name())) {
      return Optional.empty();
    }
    List<Series> series = new ArrayList<>();
    List<List<String>> csv = new ArrayList<>();
    csv.add(
        List.of(
            "system",
            load.name(),
            "committed_per_second",
            latencyMetric.id().replace('-', '_') + "_ms"));
    List<Double> rates = new ArrayList<>();
    List<Double> latencies = new ArrayList<>();
    for (String system : experiment.systems()) {
      List<Series.Mark> marks = new ArrayList<>();
      for (MeasuredPoint point : experiment.pointsOf(system)) {
        Optional<Spread> rate = point.spread(Metric.THROUGHPUT);
        Optional<PointValue> latency = point.value(latencyMetric);
        if (rate.isPresent() && latency.isPresent()) {
          String at = point.at(load);
          rates.add(rate.get().mean());
          latencies.add(latency.get().value());
          latencies.add(latency.get().repeats().min());
          latencies.add(latency.get().repeats().max());
          marks.add(mark(point, load.name() + " " + at, rate.get(), latency.get()));
          csv.add(
              List.of(
                  system,
                  at,
                  MetricFigures.plain(rate.get().mean()),
                  MetricFigures.plain(latency.get().value())));
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
            Panels.fileName(
                experiment.name()
                    + "-load-curve"
                    + latencyMetric.id().substring(Metric.LATENCY_P99.id().length())),
            latencyMetric.equals(Metric.LATENCY_P99)
                ? "Latency against throughput"
                : latencyMetric.title() + " against throughput",
            "99th percentile in ms" + (Axes.logarithmic(latencies) ? ", logarithmic axes" : ""),
            "",
            new LineChart(plot),
            csv));
  }

  private static Series.Mark mark(MeasuredPoint point, String at, Spread rate, PointValue latency) {
    String tip =
        "%s, %s: %s/s, 99th percentile %s ms"
            .formatted(
                point.system(), at, Numbers.text(rate.mean()), Numbers.text(latency.value()));
    return new Series.Mark(
        rate.mean(), latency.value(), latency.repeats().values(), tip, point.missesOffered());
  }
}
