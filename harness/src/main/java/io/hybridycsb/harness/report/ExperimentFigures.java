package io.hybridycsb.harness.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** All figures of one experiment, in groups. */
final class ExperimentFigures {
  private static final Map<String, Set<String>> SIGMOD_FIGURES =
      Map.of("skew", Set.of("9"), "operations-per-transaction", Set.of("10"));

  private final Experiment experiment;
  private final List<Published> published;

  ExperimentFigures(Experiment experiment) {
    this.experiment = experiment;
    this.published = publishedFor(experiment);
  }

  /** Figures that belong together, under one heading. */
  record Group(String title, List<Figure> figures) {}

  /** What the papers say of what this experiment measures. */
  List<Published> published() {
    return published;
  }

  private static List<Published> publishedFor(Experiment experiment) {
    List<Published> all =
        new ArrayList<>(PublishedFigures.of(PublishedFigures.VLDB22, experiment.figures()));
    SIGMOD_FIGURES.forEach(
        (name, figures) -> {
          if (experiment.name().contains(name)) {
            all.addAll(PublishedFigures.of("sigmod21", figures));
          }
        });
    return all;
  }

  /** Those that have any figures. */
  List<Group> groups() {
    MetricFigures metrics = new MetricFigures(experiment, published);
    StackFigures stacks = new StackFigures(experiment, published);
    List<Group> groups = new ArrayList<>();
    stacks.components().ifPresent(figure -> groups.add(new Group("", List.of(figure))));
    add(groups, "", metrics, Metric.THROUGHPUT, Metric.LATENCY_MEAN);
    counters(groups, metrics);
    add(groups, "Tails", metrics, Metric.LATENCY_P50, Metric.LATENCY_P99);
    List<Figure> costs = new ArrayList<>();
    costs.addAll(metrics.of(Metric.CPU));
    costs.addAll(metrics.of(Metric.WRITTEN));
    stacks.cpu().ifPresent(costs::add);
    group(groups, "Cost", costs);
    if (experiment.runs().stream().anyMatch(run -> run.counts() && run.aborted() > 0)) {
      add(groups, "Aborts", metrics, Metric.ABORTS);
    }
    group(groups, "Latency by percentile", new PercentileFigures(experiment).all());
    return groups;
  }

  private static void add(
      List<Group> groups, String title, MetricFigures metrics, Metric... wanted) {
    List<Figure> figures = new ArrayList<>();
    for (Metric metric : wanted) {
      figures.addAll(metrics.of(metric));
    }
    group(groups, title, figures);
  }

  private static void group(List<Group> groups, String title, List<Figure> figures) {
    if (!figures.isEmpty()) {
      groups.add(new Group(title, figures));
    }
  }

  private void counters(List<Group> groups, MetricFigures metrics) {
    Set<String> names = new TreeSet<>();
    experiment.runs().forEach(run -> names.addAll(run.result().counters().keySet()));
    List<Figure> figures = new ArrayList<>();
    names.forEach(name -> figures.addAll(metrics.of(Metric.counter(name))));
    group(groups, "Counted", figures);
  }
}
