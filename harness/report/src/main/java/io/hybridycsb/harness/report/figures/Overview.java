package io.hybridycsb.harness.report.figures;

import io.hybridycsb.harness.report.chart.Numbers;
import io.hybridycsb.harness.report.chart.RowChart;
import io.hybridycsb.harness.report.chart.Scale;
import io.hybridycsb.harness.report.chart.Series;
import io.hybridycsb.harness.results.Paper;
import io.hybridycsb.harness.results.Spread;
import io.hybridycsb.harness.results.runs.Dimension;
import io.hybridycsb.harness.results.runs.MeasuredExperiment;
import io.hybridycsb.harness.results.runs.MeasuredPoint;
import io.hybridycsb.harness.results.runs.MeasuredPoint.Steadiness;
import io.hybridycsb.harness.results.runs.MeasuredRun;
import io.hybridycsb.harness.results.runs.Metric;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Each system at its own best load, or at the only one that was measured. */
public final class Overview {
  /** The figure that varies the load. */
  private static final String FIGURE = "5";

  /** What makes the load. Anything else that is varied makes other work, such as a mix. */
  private static final Set<String> LOADS = Set.of("clients", "threads", "target");

  private static final Comparator<Best> BY_THROUGHPUT =
      Comparator.comparingDouble(one -> one.throughput().mean());

  private final MeasuredExperiment experiment;
  private final List<Best> best = new ArrayList<>();

  private Overview(MeasuredExperiment experiment) {
    this.experiment = experiment;
    experiment.systems().forEach(system -> best(system).ifPresent(best::add));
    best.sort(BY_THROUGHPUT.reversed());
  }

  /**
   * A system's best point, and its best in the paper.
   *
   * @param higher its highest throughput where it wasn't seen to be steady, if that is more
   */
  public record Best(
      MeasuredPoint point,
      Spread throughput,
      Optional<Published> published,
      Optional<Best> higher) {
    public String system() {
      return point.system();
    }

    /** Whether all of its runs sent operations at a given rate. */
    public boolean openLoop() {
      return point.counted().stream().allMatch(MeasuredRun::isOpenLoop);
    }
  }

  /**
   * Of figure 5, or else of the experiment with the most systems, one of closed loops if there is
   * any: the highest rate that was offered is no system's best load. Only experiments that vary
   * nothing but the load count, since systems are ranked at one kind of work. Empty if none
   * committed.
   */
  public static Optional<Overview> of(List<MeasuredExperiment> experiments) {
    List<Overview> all =
        experiments.stream()
            .filter(one -> one.dimensions().stream().map(Dimension::name).allMatch(LOADS::contains))
            .map(Overview::new)
            .filter(overview -> !overview.best.isEmpty())
            .toList();
    List<Overview> closed =
        all.stream().filter(one -> one.best.stream().noneMatch(Best::openLoop)).toList();
    return all.stream()
        .filter(one -> one.experiment.isOf(Paper.VLDB22))
        .filter(one -> one.experiment.figures().contains(FIGURE))
        .findFirst()
        .or(() -> withMostSystems(closed.isEmpty() ? all : closed));
  }

  private static Optional<Overview> withMostSystems(List<Overview> all) {
    int most = all.stream().mapToInt(one -> one.best.size()).max().orElse(0);
    return all.stream().filter(one -> one.best.size() == most).findFirst();
  }

  /** The highest throughput first. */
  public List<Best> best() {
    return best;
  }

  public MeasuredExperiment experiment() {
    return experiment;
  }

  /** The runs that it shows which are as short as quick settings make them. */
  public List<MeasuredRun> quick() {
    return best.stream()
        .flatMap(one -> one.point().counted().stream())
        .filter(MeasuredRun::isQuick)
        .toList();
  }

  private Optional<Best> best(String system) {
    Optional<Published> published =
        Published.of(experiment).stream()
            .filter(one -> one.source().paper() == Paper.VLDB22)
            .filter(one -> one.system().equals(system))
            .filter(one -> one.metric().equals(Metric.THROUGHPUT.published()))
            .max(Comparator.comparingDouble(Published::value));
    List<Best> points = new ArrayList<>();
    for (MeasuredPoint point : experiment.pointsOf(system)) {
      point
          .spread(Metric.THROUGHPUT)
          .ifPresent(spread -> points.add(new Best(point, spread, published, Optional.empty())));
    }
    Optional<Best> highest = points.stream().max(BY_THROUGHPUT);
    Optional<Best> steady =
        points.stream()
            .filter(one -> one.point().steadiness() == Steadiness.STEADY)
            .max(BY_THROUGHPUT);
    return steady
        .map(
            one ->
                new Best(
                    one.point(),
                    one.throughput(),
                    published,
                    highest.filter(other -> BY_THROUGHPUT.compare(other, one) > 0)))
        .or(() -> highest);
  }

  /** What its systems' first minutes cost. */
  public List<Figure> coldStart() {
    return new ColdStart(experiment).figures();
  }

  /** Whether any system has a throughput at several loads, of which one is its best. */
  private boolean isChosen() {
    List<String> measured =
        experiment.points().stream()
            .filter(point -> point.spread(Metric.THROUGHPUT).isPresent())
            .map(MeasuredPoint::system)
            .toList();
    return measured.stream().distinct().count() < measured.size();
  }

  /** A best point's place: 64 clients, or target 955. */
  public String at(Best one) {
    List<String> at = new ArrayList<>();
    for (Dimension dimension : experiment.dimensions()) {
      Optional.ofNullable(one.point().varied().get(dimension.name()))
          .ifPresent(value -> at.add(named(dimension.label(), value)));
    }
    return String.join(", ", at);
  }

  private static String named(String label, String value) {
    return label.endsWith("s") ? value + " " + label : label + " " + value;
  }

  /** Whether the axis of {@link #scale} begins at zero. */
  public boolean linear() {
    return !Axes.logarithmic(values());
  }

  /** The axis for all measured and published throughputs. */
  public Scale scale() {
    return Axes.forValues(values());
  }

  private List<Double> values() {
    List<Double> values = new ArrayList<>();
    for (Best one : best) {
      values.add(one.throughput().min());
      values.add(one.throughput().max());
      one.published().ifPresent(published -> values.add(published.value()));
    }
    return values;
  }

  /** As a file of its own; the page shows it as a table. */
  public Figure figure() {
    List<List<String>> csv = new ArrayList<>();
    csv.add(
        List.of(
            "system",
            "at",
            "committed_per_second",
            "min",
            "max",
            "runs",
            "steady",
            "published",
            "published_at"));
    for (Best one : best) {
      csv.add(
          List.of(
              one.system(),
              at(one),
              MetricFigures.plain(one.throughput().mean()),
              MetricFigures.plain(one.throughput().min()),
              MetricFigures.plain(one.throughput().max()),
              String.valueOf(one.throughput().count()),
              one.point().steadiness().words(),
              one.published().map(p -> MetricFigures.plain(p.value())).orElse(""),
              one.published().map(Published::at).orElse("")));
    }
    List<RowChart.Row> rows = best.stream().map(this::row).toList();
    return new Figure(
        "overview",
        isChosen() ? "Each system at its own best load" : "Each system at one load",
        Metric.THROUGHPUT.unit() + (linear() ? "" : ", logarithmic axis"),
        "",
        new RowChart(rows, scale(), Metric.THROUGHPUT.unit(), linear()),
        csv);
  }

  /** A system's row of a chart. */
  public RowChart.Row row(Best one) {
    Spread spread = one.throughput();
    String tip = "%s, %s: %s/s".formatted(one.system(), at(one), Numbers.text(spread.mean()));
    List<Series.Mark> published =
        one.published().stream()
            .map(
                p ->
                    new Series.Mark(
                        0,
                        p.value(),
                        "%s, published, %s: %s %s"
                            .formatted(one.system(), p.at(), Numbers.text(p.value()), p.unit())))
            .toList();
    return new RowChart.Row(
        one.system(),
        SystemStyles.of(experiment, one.system()),
        new Series.Mark(0, spread.mean(), spread.values(), tip),
        published);
  }
}
