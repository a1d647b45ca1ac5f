package io.hybridycsb.harness.report.figures;

import io.hybridycsb.harness.report.chart.LineChart;
import io.hybridycsb.harness.report.chart.Numbers;
import io.hybridycsb.harness.report.chart.Plot;
import io.hybridycsb.harness.report.chart.RowChart;
import io.hybridycsb.harness.report.chart.Scale;
import io.hybridycsb.harness.report.chart.Series;
import io.hybridycsb.harness.results.Counters;
import io.hybridycsb.harness.results.RunResult.WarmUp;
import io.hybridycsb.harness.results.RunResult.WarmUpWindow;
import io.hybridycsb.harness.results.Spread;
import io.hybridycsb.harness.results.runs.MeasuredExperiment;
import io.hybridycsb.harness.results.runs.MeasuredRun;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;

/** What it takes until a system that has just been started is steady, by its first runs. */
public final class ColdStart {
  private static final List<String> SECONDS =
      List.of(Counters.COLD_SERVING, Counters.COLD_LOADING, Counters.COLD_WARMING);

  private final MeasuredExperiment experiment;
  private final List<MeasuredRun> first;

  /**
   * @param experiment whose runs on new clusters are drawn
   */
  public ColdStart(MeasuredExperiment experiment) {
    this.experiment = experiment;
    this.first =
        experiment.runs().stream()
            .filter(MeasuredRun::counts)
            .filter(run -> run.result().phases().warmUp().isPresent())
            .filter(run -> run.counter(Counters.EARLIER_RUNS).equals(OptionalDouble.of(0)))
            .toList();
  }

  /** None without runs on new clusters whose warm-up is known. */
  public List<Figure> figures() {
    List<Figure> figures = new ArrayList<>();
    rows("seconds", "Cold start", "seconds from the start until steady", ColdStart::seconds)
        .ifPresent(figures::add);
    rows(
            "cpu",
            "CPU time of a cold start",
            "CPU seconds until steady",
            run -> run.counter(Counters.COLD_CPU))
        .ifPresent(figures::add);
    warmUp().ifPresent(figures::add);
    return figures;
  }

  private static OptionalDouble seconds(MeasuredRun run) {
    return run.counters().keySet().containsAll(SECONDS)
        ? OptionalDouble.of(SECONDS.stream().mapToDouble(run.counters()::get).sum())
        : OptionalDouble.empty();
  }

  private Optional<Figure> rows(
      String id, String title, String unit, Function<MeasuredRun, OptionalDouble> value) {
    List<RowChart.Row> rows = new ArrayList<>();
    List<Double> values = new ArrayList<>();
    List<List<String>> csv = new ArrayList<>();
    csv.add(List.of("system", "mean", "min", "max", "runs", "unit"));
    List<List<String>> table = new ArrayList<>();
    table.add(List.of("", unit, "repeats"));
    for (String system : experiment.systems()) {
      Spread.of(
              of(system).stream()
                  .map(value)
                  .filter(OptionalDouble::isPresent)
                  .map(OptionalDouble::getAsDouble)
                  .toList())
          .ifPresent(
              spread -> {
                values.add(spread.min());
                values.add(spread.max());
                rows.add(row(system, spread, unit));
                table.add(
                    List.of(system, Numbers.text(spread.mean()), NumbersTable.repeats(spread)));
                csv.add(
                    List.of(
                        system,
                        MetricFigures.plain(spread.mean()),
                        MetricFigures.plain(spread.min()),
                        MetricFigures.plain(spread.max()),
                        String.valueOf(spread.count()),
                        unit));
              });
    }
    if (rows.isEmpty()) {
      return Optional.empty();
    }
    boolean linear = !Axes.logarithmic(values);
    return Optional.of(
        new Figure(
            "cold-start-" + id,
            title,
            unit + (linear ? "" : ", logarithmic axis"),
            notSteady(),
            table,
            new RowChart(rows, Axes.forValues(values), unit, linear),
            csv));
  }

  private RowChart.Row row(String system, Spread spread, String unit) {
    String tip = "%s: %s %s".formatted(system, Numbers.text(spread.mean()), unit);
    return new RowChart.Row(
        system,
        SystemStyles.of(experiment, system),
        new Series.Mark(0, spread.mean(), spread.values(), tip),
        List.of());
  }

  /** Systems that no first run saw steady have no bar; the figure names them. */
  private String notSteady() {
    List<String> systems =
        experiment.systems().stream()
            .filter(system -> !of(system).isEmpty())
            .filter(system -> of(system).stream().allMatch(run -> seconds(run).isEmpty()))
            .toList();
    return systems.isEmpty()
        ? ""
        : "Not steady when their warm-up was ended: %s.".formatted(String.join(", ", systems));
  }

  private List<MeasuredRun> of(String system) {
    return first.stream().filter(run -> run.system().equals(system)).toList();
  }

  /** CPU time per operation over each system's first warm-up, a mark for each window. */
  private Optional<Figure> warmUp() {
    List<Series> series = new ArrayList<>();
    List<Double> costs = new ArrayList<>();
    List<Double> times = new ArrayList<>();
    List<List<String>> csv = new ArrayList<>();
    csv.add(List.of("system", "from_second", "to_second", "operations", "cpu_ms", "compiler_ms"));
    for (String system : experiment.systems()) {
      List<Series.Mark> marks = new ArrayList<>();
      for (MeasuredRun run : of(system).stream().limit(1).toList()) {
        WarmUp warmUp = run.result().phases().warmUp().orElseThrow();
        for (WarmUpWindow window : warmUp.windows()) {
          if (window.operations() > 0) {
            marks.add(mark(system, window));
            costs.add(window.cpuMsPerOperation());
            times.add(window.toSecond());
            csv.add(line(system, window));
          }
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
    double end = times.stream().mapToDouble(Double::doubleValue).max().orElseThrow();
    boolean linear = !Axes.logarithmic(costs);
    return Optional.of(
        new Figure(
            "warm-up",
            "Warm-up on a new cluster",
            "CPU ms per operation, all processes" + (linear ? "" : ", logarithmic axis"),
            "A mark at the end of each window. " + notSteady(),
            new LineChart(
                new Plot(
                    Scale.linear(end),
                    Axes.forValues(costs),
                    "seconds since the first operation",
                    series)),
            csv));
  }

  private static Series.Mark mark(String system, WarmUpWindow window) {
    double cost = window.cpuMsPerOperation();
    String tip =
        "%s, seconds %s to %s: %s ms per operation, %s %% of it compilers"
            .formatted(
                system,
                Numbers.text(window.fromSecond()),
                Numbers.text(window.toSecond()),
                Numbers.text(cost),
                Numbers.text(100 * window.compilerSeconds() / window.cpuSeconds()));
    return new Series.Mark(window.toSecond(), cost, tip);
  }

  private static List<String> line(String system, WarmUpWindow window) {
    return List.of(
        system,
        MetricFigures.plain(window.fromSecond()),
        MetricFigures.plain(window.toSecond()),
        String.valueOf(window.operations()),
        MetricFigures.plain(window.cpuMsPerOperation()),
        MetricFigures.plain(window.compilerSeconds() * 1000 / window.operations()));
  }
}
