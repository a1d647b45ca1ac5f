package io.hybridycsb.harness.report.figures;

import io.hybridycsb.harness.report.chart.Numbers;
import io.hybridycsb.harness.report.chart.RowChart;
import io.hybridycsb.harness.report.chart.Scale;
import io.hybridycsb.harness.report.chart.Series;
import io.hybridycsb.harness.report.runs.MeasuredExperiment;
import io.hybridycsb.harness.report.runs.MeasuredPoint;
import io.hybridycsb.harness.report.runs.Metric;
import io.hybridycsb.harness.report.runs.Spread;
import io.hybridycsb.harness.report.runs.SystemLooks;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** Each system at its best number of clients, as a summary of figure 5. */
public final class Overview {
  private static final String FIGURE = "5";

  private final MeasuredExperiment experiment;
  private final List<Best> best = new ArrayList<>();

  private Overview(MeasuredExperiment experiment) {
    this.experiment = experiment;
    experiment.systems().forEach(system -> best(system).ifPresent(best::add));
  }

  /** A system's best point, and its best in the paper. */
  public record Best(MeasuredPoint point, Spread throughput, Optional<Published> published) {}

  /** Empty without experiments of figure 5. */
  public static Optional<Overview> of(List<MeasuredExperiment> experiments) {
    return experiments.stream()
        .filter(experiment -> experiment.figures().contains(FIGURE))
        .map(Overview::new)
        .filter(overview -> !overview.best.isEmpty())
        .findFirst();
  }

  public List<Best> best() {
    return best;
  }

  public MeasuredExperiment experiment() {
    return experiment;
  }

  private Optional<Best> best(String system) {
    Optional<Published> published =
        PublishedFigures.of(PublishedFigures.VLDB22, experiment.figures()).stream()
            .filter(one -> one.system().equals(system))
            .filter(one -> one.metric().equals(Metric.THROUGHPUT.published()))
            .max(Comparator.comparingDouble(Published::value));
    return experiment.points().stream()
        .filter(point -> point.system().equals(system))
        .filter(point -> point.spread(Metric.THROUGHPUT).isPresent())
        .map(point -> new Best(point, point.spread(Metric.THROUGHPUT).orElseThrow(), published))
        .max(Comparator.comparingDouble(one -> one.throughput().mean()));
  }

  /** What its systems' first minutes cost. */
  public List<Figure> coldStart() {
    return new ColdStart(experiment).figures();
  }

  /** A best point's value: 64 clients. */
  public String at(Best one) {
    return experiment
        .x()
        .map(x -> one.point().varied().getOrDefault(x.name(), "") + " " + x.label())
        .orElse("");
  }

  public Figure figure() {
    List<Double> values = new ArrayList<>();
    for (Best one : best) {
      values.add(one.throughput().min());
      values.add(one.throughput().max());
      one.published().ifPresent(published -> values.add(published.value()));
    }
    Scale x = Axes.forValues(values);
    boolean linear = !Axes.logarithmic(values);
    List<RowChart.Row> rows = best.stream().map(this::row).toList();
    List<List<String>> csv = new ArrayList<>();
    csv.add(List.of("system", "at", "committed_per_second", "published", "published_at"));
    for (Best one : best) {
      csv.add(
          List.of(
              one.point().system(),
              at(one),
              MetricFigures.plain(one.throughput().mean()),
              one.published().map(p -> MetricFigures.plain(p.value())).orElse(""),
              one.published().map(Published::at).orElse("")));
    }
    return new Figure(
        "overview",
        "Highest throughput",
        Metric.THROUGHPUT.unit() + (linear ? "" : ", logarithmic axis"),
        "",
        new RowChart(rows, x, Metric.THROUGHPUT.unit(), linear),
        csv);
  }

  private RowChart.Row row(Best one) {
    Spread spread = one.throughput();
    String system = one.point().system();
    String tip =
        "%s, %s: %s committed operations/s".formatted(system, at(one), Numbers.text(spread.mean()));
    List<Series.Mark> published =
        one.published().stream()
            .map(
                p ->
                    new Series.Mark(
                        0,
                        p.value(),
                        "%s, published, %s: %s %s"
                            .formatted(system, p.at(), Numbers.text(p.value()), p.unit())))
            .toList();
    return new RowChart.Row(
        system,
        SystemLooks.of(system),
        new Series.Mark(0, spread.mean(), spread.min(), spread.max(), tip),
        published);
  }
}
