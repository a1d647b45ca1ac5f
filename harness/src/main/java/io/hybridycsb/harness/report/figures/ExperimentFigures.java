package io.hybridycsb.harness.report.figures;

import io.hybridycsb.harness.report.runs.MeasuredExperiment;
import io.hybridycsb.harness.report.runs.MeasuredRun;
import io.hybridycsb.harness.report.runs.Metric;
import io.hybridycsb.harness.results.Counters;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** All figures of one experiment: the main ones, and further ones in groups. */
public final class ExperimentFigures {
  /** SIGMOD'21's figures for experiments that have no figure in VLDB'22. */
  private static final Map<String, Set<String>> SIGMOD21 =
      Map.of("skew", Set.of("9"), "operations-per-transaction", Set.of("10"));

  /** Counters that aren't drawn. */
  private static final Set<String> NOT_DRAWN =
      Set.of(Counters.EARLIER_RUNS, Counters.KILL_SECOND, Counters.RESTART_SECOND);

  private static final int WORD_LETTERS = 4;

  private final MeasuredExperiment experiment;
  private final List<Published> published;
  private final MetricFigures metrics;

  public ExperimentFigures(MeasuredExperiment experiment) {
    this.experiment = experiment;
    this.published = publishedFor(experiment);
    this.metrics = new MetricFigures(experiment, published);
  }

  /** Figures that belong together, under one heading. */
  public record Group(String title, List<Figure> figures) {}

  /** The papers' values for what this experiment measures. */
  public List<Published> published() {
    return published;
  }

  private static List<Published> publishedFor(MeasuredExperiment experiment) {
    List<Published> all =
        new ArrayList<>(PublishedFigures.of(PublishedFigures.VLDB22, experiment.figures()));
    SIGMOD21.forEach(
        (name, figures) -> {
          if (experiment.name().contains(name)) {
            all.addAll(PublishedFigures.of(PublishedFigures.SIGMOD21, figures));
          }
        });
    return all;
  }

  /** The figures of the experiment's subject, and those of every experiment. */
  public List<Figure> main() {
    StackFigures stacks = new StackFigures(experiment, published);
    List<Figure> figures = new ArrayList<>();
    boolean aboutComponents = experiment.name().contains("component");
    if (aboutComponents) {
      stacks.components().ifPresent(figures::add);
    }
    figures.addAll(new TimelineFigures(experiment).all());
    counters(true).forEach(counter -> figures.addAll(metrics.of(counter)));
    figures.addAll(metrics.of(Metric.THROUGHPUT));
    if (experiment.runs().stream().anyMatch(run -> run.result().onlyAccepted())) {
      figures.addAll(metrics.of(Metric.ACKNOWLEDGED));
    }
    for (Metric latency : List.of(Metric.LATENCY_MEAN, Metric.LATENCY_P50, Metric.LATENCY_P99)) {
      figures.addAll(metrics.of(latency.from(start())));
    }
    new LoadCurve(experiment).figure().ifPresent(figures::add);
    figures.addAll(metrics.of(Metric.CPU));
    stacks.cpu().ifPresent(figures::add);
    figures.addAll(metrics.of(Metric.WRITTEN));
    if (!aboutComponents) {
      stacks.components().ifPresent(figures::add);
    }
    if (experiment.runs().stream().anyMatch(run -> run.counts() && run.aborted() > 0)) {
      figures.addAll(metrics.of(Metric.ABORTS));
    }
    return figures;
  }

  /**
   * From when latencies count. A closed loop's clients wait for an answer before they ask again, so
   * that a server that stalls is asked less, and its delays hardly show.
   */
  private String start() {
    boolean open =
        experiment.runs().stream()
            .filter(MeasuredRun::counts)
            .allMatch(run -> run.result().setup().settings().properties().containsKey("target"));
    return open ? "open loop" : "closed loop";
  }

  /** Further figures, which help to explain the main ones. */
  public List<Group> more() {
    List<Group> groups = new ArrayList<>();
    group(groups, "Latency by percentile", new PercentileFigures(experiment).all());
    List<Figure> counted = new ArrayList<>();
    counters(false).forEach(counter -> counted.addAll(metrics.of(counter)));
    group(groups, "Also counted", counted);
    return groups;
  }

  private static void group(List<Group> groups, String title, List<Figure> figures) {
    if (!figures.isEmpty()) {
      groups.add(new Group(title, figures));
    }
  }

  /**
   * The runs' counters.
   *
   * @param asked whether to return the counters that the experiment is about, or the others
   */
  private List<Metric> counters(boolean asked) {
    Set<String> names = new TreeSet<>();
    experiment.runs().stream()
        .filter(MeasuredRun::counts)
        .forEach(run -> names.addAll(run.result().observed().counters().keySet()));
    names.removeAll(NOT_DRAWN);
    names.removeIf(name -> name.startsWith(Counters.COLD));
    return names.stream().filter(name -> isAsked(name) == asked).map(Metric::counter).toList();
  }

  /** Such as stored bytes in an experiment about storage. */
  private boolean isAsked(String counter) {
    String word = counter.substring(0, Math.min(WORD_LETTERS, counter.length()));
    return experiment.name().contains(word.toLowerCase(Locale.ROOT))
        || published.stream().anyMatch(one -> one.metric().equals(counter));
  }
}
