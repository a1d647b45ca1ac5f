package io.hybridycsb.harness.report.figures;

import io.hybridycsb.harness.results.Counters;
import io.hybridycsb.harness.results.Soak;
import io.hybridycsb.harness.results.runs.MeasuredExperiment;
import io.hybridycsb.harness.results.runs.MeasuredPoint;
import io.hybridycsb.harness.results.runs.MeasuredRun;
import io.hybridycsb.harness.results.runs.Metric;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;

/** All figures of one experiment: the main ones, and further ones in groups. */
public final class ExperimentFigures {
  /** The name of the metric of overheads in files. */
  public static final String OVERHEAD = Overhead.ID;

  /** Counters that aren't drawn: what is told of a run, or stands in the table of events. */
  private static final Set<String> NOT_DRAWN =
      Set.of(
          Counters.ALLOCATED,
          Counters.ALLOCATED_BY_SHARED_JVM,
          Counters.CLIENT_FRAMES,
          Counters.DUE,
          Counters.DUE_LATE,
          Counters.EARLIER_RUNS,
          Counters.KAFKA_FETCHES,
          Counters.KAFKA_PRODUCES,
          Counters.KILL_SECOND,
          Counters.REDIS_ROUND_TRIPS,
          Counters.RESTART_SECOND,
          Counters.RECORDED,
          Counters.RECORDED_SECONDS);

  private static final int WORD_LETTERS = 4;

  private final MeasuredExperiment experiment;
  private final List<Published> published;
  private final MetricFigures metrics;

  public ExperimentFigures(MeasuredExperiment experiment) {
    this.experiment = experiment;
    this.published = Published.of(experiment);
    this.metrics = new MetricFigures(experiment, published);
  }

  /**
   * Figures that belong together, under one heading.
   *
   * @param note what else is to be said; may be empty
   */
  public record Group(String title, List<Figure> figures, String note) {}

  /** The name of the figure of a metric that shows a point. */
  public static String idOf(MeasuredExperiment experiment, Metric metric, MeasuredPoint point) {
    return MetricFigures.id(experiment, metric, Panels.name(experiment, point));
  }

  /** The papers' values for what this experiment measures. */
  public List<Published> published() {
    return published;
  }

  /** The figures of the experiment's subject, and those of every experiment. */
  public List<Figure> main() {
    List<Figure> figures = new ArrayList<>(uses(true));
    figures.addAll(new TimelineFigures(experiment).all());
    counters(true).forEach(counter -> figures.addAll(metrics.of(counter)));
    figures.addAll(metrics.of(Metric.THROUGHPUT));
    if (experiment.runs().stream().anyMatch(run -> run.counts() && run.refused() > 0)) {
      figures.addAll(metrics.of(Metric.EXECUTED));
    }
    experiment
        .baseline()
        .ifPresent(system -> figures.addAll(metrics.of(Overhead.over(system, experiment))));
    if (experiment.runs().stream().anyMatch(run -> run.result().onlyAccepted())) {
      figures.addAll(metrics.of(Metric.ACKNOWLEDGED));
      figures.addAll(metrics.of(Metric.RECORDED));
    }
    List<Metric> latencies = new ArrayList<>(experiment.latencies());
    if (!latencies.contains(Metric.LATENCY_P50) && hasPublished(Metric.LATENCY_P50)) {
      latencies.add(Metric.LATENCY_P50);
    }
    latencies.forEach(latency -> figures.addAll(metrics.of(latency.from(start()))));
    for (Metric latency : experiment.percentiles(99, Metric.LATENCY_P99)) {
      new LoadCurve(experiment, latency).figure().ifPresent(figures::add);
    }
    figures.addAll(metrics.of(Metric.CPU));
    if (experiment.runs().stream().anyMatch(run -> run.counts() && run.hasAborts())) {
      figures.addAll(metrics.of(Metric.ABORTS));
    }
    return figures;
  }

  /**
   * Where the time goes, and what is written.
   *
   * @param asked whether to return the figures that the experiment is about, or the others
   */
  private List<Figure> uses(boolean asked) {
    StackFigures stacks = new StackFigures(experiment, published);
    List<Figure> figures = new ArrayList<>();
    if ((isAsked("component") || stacks.hasPublishedShares()) == asked) {
      stacks.components().ifPresent(figures::add);
    }
    if (isAsked("cpu") == asked) {
      stacks.cpu().ifPresent(figures::add);
    }
    if (isAsked("storage") == asked) {
      figures.addAll(metrics.of(Metric.WRITTEN));
    }
    return figures;
  }

  /**
   * From when latencies count. A closed loop's clients wait for an answer before they ask again, so
   * that a server that stalls is asked less, and its delays hardly show.
   */
  private String start() {
    boolean open =
        experiment.runs().stream().filter(MeasuredRun::counts).allMatch(MeasuredRun::isOpenLoop);
    return open ? "open loop" : "closed loop";
  }

  /** Further figures, which help to explain the main ones. */
  public List<Group> more() {
    List<Group> groups = new ArrayList<>();
    group(groups, "Latency by percentile", new PercentileFigures(experiment).all(), "");
    group(groups, "Time by role and component, bytes written", uses(false), "");
    List<Figure> counted = new ArrayList<>();
    List<String> zero = new ArrayList<>();
    for (Metric counter : counters(false)) {
      if (isPart(counter)) {
        continue;
      }
      if (isZero(counter)) {
        zero.add(counter.title());
      } else {
        counted.addAll(metrics.of(counter));
      }
    }
    String note = zero.isEmpty() ? "" : "0 in every run: %s.".formatted(String.join("; ", zero));
    group(groups, "Also counted", counted, note);
    return groups;
  }

  private static void group(List<Group> groups, String title, List<Figure> figures, String note) {
    if (!figures.isEmpty() || !note.isEmpty()) {
      groups.add(new Group(title, figures, note));
    }
  }

  /** Whether it is one of many parts, which are compared in a table. */
  private static boolean isPart(Metric counter) {
    return counter.published().startsWith(Counters.COMPONENT)
        || counter.published().startsWith(Counters.AT_SERVERS)
        || counter.published().startsWith(Counters.STORED + ",");
  }

  private boolean isZero(Metric metric) {
    return experiment.points().stream()
        .flatMap(point -> point.spread(metric).stream())
        .allMatch(spread -> spread.min() == 0 && spread.max() == 0);
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
    names.removeIf(name -> name.startsWith(Counters.COLD) || name.startsWith(Soak.PREFIX));
    return names.stream().filter(name -> isAsked(name) == asked).map(Metric::counter).toList();
  }

  private boolean hasPublished(Metric metric) {
    return published.stream().anyMatch(one -> one.metric().equals(metric.published()));
  }

  /** Such as stored bytes in an experiment about storage. Components have a figure of their own. */
  private boolean isAsked(String counter) {
    if (counter.startsWith(Counters.COMPONENT)) {
      return false;
    }
    String word = counter.substring(0, Math.min(WORD_LETTERS, counter.length()));
    return experiment.name().contains(word.toLowerCase(Locale.ROOT))
        || published.stream().anyMatch(one -> one.metric().equals(counter));
  }
}
