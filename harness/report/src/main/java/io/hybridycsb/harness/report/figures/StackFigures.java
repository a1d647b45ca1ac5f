package io.hybridycsb.harness.report.figures;

import io.hybridycsb.harness.report.chart.Numbers;
import io.hybridycsb.harness.report.chart.StackedChart;
import io.hybridycsb.harness.results.RunResult;
import io.hybridycsb.harness.results.runs.MeasuredExperiment;
import io.hybridycsb.harness.results.runs.MeasuredPoint;
import io.hybridycsb.harness.results.runs.MeasuredRun;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;

/** The parts of a whole: time by component, CPU time by role. */
record StackFigures(MeasuredExperiment experiment, List<Published> published) {
  /** More bars than this can't be compared. */
  private static final int ROWS_MAX = 24;

  private static final List<String> COMPONENTS =
      List.of(
          "consensus", "execute", "order", "validate", "validation", "ledger", "database", "other");

  /** A published share of the component that is the number's x. */
  private static final String SHARE = "share";

  private static final String SHARE_OF_FIRST = SHARE + " of " + COMPONENTS.get(0);

  /** Whether the paper has told such shares. */
  boolean hasPublishedShares() {
    return published.stream().anyMatch(one -> one.metric().startsWith(SHARE));
  }

  /** The shares of the servers' time by component; empty if no run has measured them. */
  Optional<Figure> components() {
    Map<MeasuredPoint, Map<String, Double>> shares =
        means(run -> percent(run.result().observed().components()));
    if (shares.isEmpty() || shares.size() > ROWS_MAX) {
      return Optional.empty();
    }
    List<StackedChart.Row> rows = new ArrayList<>();
    shares.forEach((point, values) -> rows.add(row(point, values, "", publishedShare(point))));
    StackedChart chart = new StackedChart(parts(shares, COMPONENTS), rows, "share of time");
    return Optional.of(
        new Figure(
            Panels.fileName(experiment.name() + "-components"),
            "Time by component",
            "percent of the time measured",
            sources(),
            table(chart),
            chart,
            csv(shares, "percent")));
  }

  /** How each system was measured, since times from inside and outside of servers differ. */
  private String sources() {
    Map<String, Set<String>> systems = new TreeMap<>();
    Set<String> sentences = new TreeSet<>();
    experiment.runs().stream()
        .filter(run -> run.counts() && !run.result().observed().componentsSource().isEmpty())
        .sorted(MeasuredRun.BY_SYSTEM)
        .forEach(
            run -> {
              String source = run.result().observed().componentsSource();
              if (run.result().observed().components().isEmpty()) {
                sentences.add("%s is %s.".formatted(run.system(), source));
              } else {
                systems.computeIfAbsent(source, key -> new LinkedHashSet<>()).add(run.system());
              }
            });
    systems.forEach(
        (source, measured) ->
            sentences.add("Measured by %s: %s.".formatted(source, String.join(", ", measured))));
    return String.join(" ", sentences);
  }

  /** CPU time by the processes' roles; empty if there are too many points, or none. */
  Optional<Figure> cpu() {
    Map<MeasuredPoint, Map<String, Double>> costs = means(MeasuredRun::cpuMsPerOperationByRole);
    if (costs.isEmpty() || costs.size() > ROWS_MAX) {
      return Optional.empty();
    }
    List<StackedChart.Row> rows = new ArrayList<>();
    costs.forEach(
        (point, values) -> {
          double sum = values.values().stream().mapToDouble(Double::doubleValue).sum();
          rows.add(row(point, percent(values), Numbers.text(sum) + " ms", Map.of()));
        });
    StackedChart chart = new StackedChart(parts(costs, List.of("node")), rows, "share of CPU time");
    return Optional.of(
        new Figure(
            Panels.fileName(experiment.name() + "-cpu-by-role"),
            "CPU time by role",
            "percent; behind the bars ms per committed operation",
            "",
            table(chart),
            chart,
            csv(costs, "ms per committed operation")));
  }

  /**
   * Consensus is the first part of the paper's bars, so its end is a place in ours. Only for shares
   * of operations' time, because shares of processor time aren't comparable.
   */
  private Map<Double, String> publishedShare(MeasuredPoint point) {
    Map<Double, String> places = new LinkedHashMap<>();
    boolean ofTime =
        point.counted().stream()
            .map(MeasuredRun::result)
            .filter(run -> !run.observed().components().isEmpty())
            .allMatch(run -> run.observed().componentsSource().startsWith(RunResult.TIMERS));
    if (!ofTime) {
      return places;
    }
    published.stream()
        .filter(one -> isShareOf(one, point))
        .forEach(
            one ->
                places.put(
                    one.value(),
                    "%s, published: %s %s %%"
                        .formatted(
                            one.system(), COMPONENTS.get(0), MetricFigures.plain(one.value()))));
    return places;
  }

  /** Of a figure that varies components, or of one that varies what the point varies. */
  private boolean isShareOf(Published one, MeasuredPoint point) {
    return one.metric().equals(SHARE)
        ? one.x().equals(COMPONENTS.get(0)) && one.system().equals(point.system())
        : one.metric().equals(SHARE_OF_FIRST) && one.isOf(experiment, point);
  }

  /** A line for each bar: the percent of each part, and the paper's where it tells one. */
  private List<List<String>> table(StackedChart chart) {
    boolean published = chart.rows().stream().anyMatch(row -> !row.published().isEmpty());
    List<List<String>> lines = new ArrayList<>();
    List<String> head = new ArrayList<>(List.of("percent"));
    head.addAll(chart.parts());
    if (published) {
      head.add("paper: " + COMPONENTS.get(0));
    }
    lines.add(head);
    for (StackedChart.Row row : chart.rows()) {
      List<String> line = new ArrayList<>(List.of(row.name()));
      chart
          .parts()
          .forEach(part -> line.add(number(Optional.ofNullable(row.percents().get(part)))));
      if (published) {
        line.add(number(row.published().keySet().stream().findFirst()));
      }
      lines.add(line);
    }
    return lines;
  }

  private static String number(Optional<Double> percent) {
    return percent.map(Numbers::text).orElse("–");
  }

  private StackedChart.Row row(
      MeasuredPoint point,
      Map<String, Double> percents,
      String total,
      Map<Double, String> publishedPlaces) {
    return new StackedChart.Row(
        experiment.nameOf(point),
        SystemStyles.of(experiment, point.system()),
        percents,
        total,
        publishedPlaces);
  }

  private static Map<String, Double> percent(Map<String, Double> seconds) {
    double sum = seconds.values().stream().mapToDouble(Double::doubleValue).sum();
    Map<String, Double> shares = new TreeMap<>();
    if (sum > 0) {
      seconds.forEach((name, value) -> shares.put(name, 100 * value / sum));
    }
    return shares;
  }

  /**
   * The mean of each part over a point's runs with any parts; a part that a run lacks counts as 0.
   * Without the points that have no such run.
   */
  private Map<MeasuredPoint, Map<String, Double>> means(
      Function<MeasuredRun, Map<String, Double>> parts) {
    Map<MeasuredPoint, Map<String, Double>> means = new LinkedHashMap<>();
    for (MeasuredPoint point : experiment.points()) {
      List<Map<String, Double>> measured =
          point.counted().stream().map(parts).filter(run -> !run.isEmpty()).toList();
      for (Map<String, Double> run : measured) {
        Map<String, Double> mean = means.computeIfAbsent(point, unused -> new TreeMap<>());
        run.forEach((name, value) -> mean.merge(name, value / measured.size(), Double::sum));
      }
    }
    return means;
  }

  private static List<String> parts(
      Map<MeasuredPoint, Map<String, Double>> stacks, List<String> first) {
    Set<String> parts =
        new TreeSet<>(
            Comparator.comparingInt(
                    (String part) -> first.contains(part) ? first.indexOf(part) : first.size())
                .thenComparing(Comparator.naturalOrder()));
    stacks.values().forEach(values -> parts.addAll(values.keySet()));
    return List.copyOf(parts);
  }

  private List<List<String>> csv(Map<MeasuredPoint, Map<String, Double>> stacks, String unit) {
    List<List<String>> lines = new ArrayList<>();
    List<String> header = new ArrayList<>(List.of("system"));
    experiment.dimensions().forEach(dimension -> header.add(dimension.name()));
    header.addAll(List.of("part", "mean", "unit", "runs"));
    lines.add(header);
    stacks.forEach(
        (point, values) ->
            values.forEach(
                (part, value) -> {
                  List<String> line = new ArrayList<>(List.of(point.system()));
                  experiment.dimensions().forEach(dimension -> line.add(point.at(dimension)));
                  line.add(part);
                  line.add(MetricFigures.plain(value));
                  line.add(unit);
                  line.add(String.valueOf(point.counted().size()));
                  lines.add(line);
                }));
    return lines;
  }
}
