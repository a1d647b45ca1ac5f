package io.hybridycsb.harness.results.runs;

import io.hybridycsb.harness.UsageException;
import io.hybridycsb.harness.results.Paper;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** All runs of one experiment, put in order. */
public final class MeasuredExperiment {
  /** What the name of the runs that offer shares ends with. */
  private static final String OFFERED = "-offered";

  private final String name;
  private final List<MeasuredRun> runs;
  private final List<Dimension> dimensions;
  private final List<MeasuredPoint> points;

  public MeasuredExperiment(String name, List<MeasuredRun> runs) {
    this.name = name;
    this.runs = runs;
    this.dimensions = dimensionsOf(runs);
    this.points = pointsOf(runs, dimensions);
  }

  /** The runs by experiment, the papers' figures first, in their order. */
  public static List<MeasuredExperiment> of(List<MeasuredRun> runs) {
    Map<String, List<MeasuredRun>> byName =
        runs.stream().collect(Collectors.groupingBy(run -> run.subject().experiment()));
    return byName.entrySet().stream()
        .map(entry -> new MeasuredExperiment(entry.getKey(), entry.getValue()))
        .sorted(
            Comparator.comparing((MeasuredExperiment experiment) -> experiment.figures().isEmpty())
                .thenComparing(MeasuredExperiment::paper)
                .thenComparingInt(MeasuredExperiment::order)
                .thenComparing(MeasuredExperiment::name))
        .toList();
  }

  private int order() {
    return figures().stream()
        .map(figure -> figure.replaceAll("[^0-9]", ""))
        .filter(number -> number.matches("[0-9]{1,9}"))
        .mapToInt(Integer::parseInt)
        .min()
        .orElse(Integer.MAX_VALUE);
  }

  public String name() {
    return name;
  }

  public List<MeasuredRun> runs() {
    return runs;
  }

  /** Without the runs that offer a share of the capacity that others have found. */
  public MeasuredExperiment withoutShares() {
    return new MeasuredExperiment(name, runs.stream().filter(run -> !run.offersShare()).toList());
  }

  /**
   * The runs that offer shares of the capacity that others have found, as an experiment of their
   * own; empty if there are none.
   */
  public Optional<MeasuredExperiment> shares() {
    List<MeasuredRun> offered = runs.stream().filter(MeasuredRun::offersShare).toList();
    return offered.isEmpty()
        ? Optional.empty()
        : Optional.of(new MeasuredExperiment(name + OFFERED, offered));
  }

  /** The dimensions with more than one value; that of x is first. */
  public List<Dimension> dimensions() {
    return dimensions;
  }

  /** The dimension of x; empty if nothing is varied. */
  public Optional<Dimension> x() {
    return dimensions.stream().findFirst();
  }

  /** A point's system and values, in a few words: etcd 64. */
  public String nameOf(MeasuredPoint point) {
    StringBuilder words = new StringBuilder(point.system());
    dimensions.forEach(dimension -> words.append(' ').append(point.at(dimension)));
    return words.toString().strip();
  }

  /** A point's value of x; empty if nothing is varied. */
  public String xOf(MeasuredPoint point) {
    return x().map(point::at).orElse("");
  }

  /** The points by system, then by the dimensions. */
  public List<MeasuredPoint> points() {
    return points;
  }

  public List<MeasuredPoint> pointsOf(String system) {
    return points.stream().filter(point -> point.system().equals(system)).toList();
  }

  public List<MeasuredRun> runsOf(String system) {
    return runs.stream().filter(run -> run.system().equals(system)).toList();
  }

  /**
   * Fails if repeats of one point are by different builds of the code: those are no repeats of each
   * other.
   */
  public void requireOneBuildEach() {
    for (MeasuredPoint point : points) {
      Set<String> builds = new TreeSet<>();
      point.counted().forEach(run -> builds.add(run.result().build()));
      if (builds.size() > 1) {
        throw new UsageException(
            "%s, %s %s: repeats by different builds of hybrid-ycsb, %s: report each build apart"
                .formatted(name, point.system(), point.varied(), String.join(" and ", builds)));
      }
    }
  }

  /** The systems, in the order of all figures. */
  public List<String> systems() {
    return runs.stream().sorted(MeasuredRun.BY_SYSTEM).map(MeasuredRun::system).distinct().toList();
  }

  /** A system's place in the order of all figures; empty if nobody tells. */
  public OptionalInt place(String system) {
    return runsOf(system).stream().flatMapToInt(run -> run.place().stream()).findFirst();
  }

  /** Whether it reproduces figures of this paper. */
  public boolean isOf(Paper one) {
    return paper() == one && !figures().isEmpty();
  }

  /** The paper of which its figures are, if it reproduces some. */
  public Paper paper() {
    return runs.stream()
        .map(run -> Paper.of(run.subject().paper()))
        .findFirst()
        .orElse(Paper.VLDB22);
  }

  /** The system with which it compares the others; empty if with none. */
  public Optional<String> baseline() {
    return runs.stream()
        .map(run -> run.subject().baseline())
        .filter(system -> !system.isEmpty())
        .findFirst();
  }

  /**
   * The kinds of operations whose latencies are told apart: all that there are, if any run has more
   * than one. A percentile of both together lies in a gap between two distributions, or on its
   * edge.
   */
  public List<Side> sides() {
    List<MeasuredRun> counted = counted();
    boolean mixed = counted.stream().anyMatch(run -> sidesOf(List.of(run)).size() > 1);
    return mixed ? sidesOf(counted) : List.of();
  }

  private static List<Side> sidesOf(List<MeasuredRun> some) {
    return Arrays.stream(Side.values())
        .filter(side -> some.stream().anyMatch(run -> run.latencies(side).isPresent()))
        .toList();
  }

  private List<MeasuredRun> counted() {
    return runs.stream().filter(MeasuredRun::counts).toList();
  }

  /** What readers call operations of these kinds here: updates or inserts. */
  public String wordsOf(Side side) {
    Set<String> kinds = new TreeSet<>();
    counted().forEach(run -> kinds.addAll(run.kinds()));
    return side.words(kinds);
  }

  /** A percentile of each of {@link #sides}, or else of all operations. */
  public List<Metric> percentiles(int percentile, Metric ofAll) {
    List<Side> sides = sides();
    return sides.isEmpty()
        ? List.of(ofAll)
        : sides.stream().map(side -> Metric.percentile(side, wordsOf(side), percentile)).toList();
  }

  /** The latencies that are drawn. */
  public List<Metric> latencies() {
    List<Metric> metrics = new ArrayList<>(List.of(Metric.LATENCY_MEAN));
    metrics.addAll(percentiles(50, Metric.LATENCY_P50));
    metrics.addAll(percentiles(99, Metric.LATENCY_P99));
    List<MeasuredRun> counted = counted();
    if (all(counted, Metric.READ_MEAN) && all(counted, Metric.INSERT_MEAN)) {
      metrics.addAll(List.of(Metric.INSERT_MEAN, Metric.READ_MEAN));
    }
    if (all(counted, Metric.BURST_MEAN)) {
      metrics.add(Metric.BURST_MEAN);
    }
    return metrics;
  }

  private static boolean all(List<MeasuredRun> some, Metric metric) {
    return !some.isEmpty() && some.stream().allMatch(run -> metric.of().apply(run).isPresent());
  }

  /** The numbers of the paper's figures that it reproduces. */
  public Set<String> figures() {
    Set<String> figures = new LinkedHashSet<>();
    for (MeasuredRun run : runs) {
      for (String figure : run.subject().figure().split("[^0-9a-z]+")) {
        if (!figure.isEmpty()) {
          figures.add(figure);
        }
      }
    }
    return figures;
  }

  /** The title for readers: that of the runs, or else the name. */
  public String title() {
    String title =
        runs.stream()
            .map(run -> run.subject().title())
            .filter(text -> !text.isEmpty())
            .findFirst()
            .orElseGet(this::readableName);
    return offersShares() ? title + ", at shares of the capacity" : title;
  }

  private String readableName() {
    String own = offersShares() ? name.substring(0, name.length() - OFFERED.length()) : name;
    String words = own.replaceFirst("^([a-z0-9]+-)*fig[0-9-]+", "").replaceAll("[-_]", " ").strip();
    String text = words.isEmpty() ? own : words;
    return Character.toUpperCase(text.charAt(0)) + text.substring(1);
  }

  /** Whether it is made of the runs that offer shares of a capacity, which no paper has. */
  public boolean offersShares() {
    return name.endsWith(OFFERED) && runs.stream().allMatch(MeasuredRun::offersShare);
  }

  /** Whether it varies the setting of this name. */
  public boolean varies(String setting) {
    return dimensions.stream().anyMatch(dimension -> dimension.name().equals(setting));
  }

  /** Whether it compares commit modes. */
  public boolean variesCommitMode() {
    return dimensions.stream().anyMatch(dimension -> dimension.name().contains("commit"));
  }

  private static List<Dimension> dimensionsOf(List<MeasuredRun> runs) {
    Map<String, Set<String>> values = new LinkedHashMap<>();
    Map<String, Set<String>> listed = new HashMap<>();
    Map<String, String> labels = new HashMap<>();
    for (MeasuredRun run : runs) {
      run.varied()
          .forEach((name, value) -> values.computeIfAbsent(name, n -> new TreeSet<>()).add(value));
      run.subject()
          .values()
          .forEach(
              (name, all) -> listed.computeIfAbsent(name, n -> new LinkedHashSet<>()).addAll(all));
      labels.putAll(run.subject().labels());
    }
    List<Dimension> dimensions = new ArrayList<>();
    values.forEach(
        (name, present) -> {
          Set<String> inOrder = new LinkedHashSet<>(listed.getOrDefault(name, Set.of()));
          inOrder.retainAll(present);
          inOrder.addAll(present);
          String label = labels.getOrDefault(name, readable(name));
          if (present.size() > 1) {
            dimensions.add(Dimension.of(name, label, inOrder));
          }
        });
    dimensions.sort(
        Comparator.comparing(Dimension::numeric)
            .thenComparing(dimension -> dimension.values().size())
            .reversed());
    return List.copyOf(dimensions);
  }

  private static String readable(String name) {
    return name.replaceFirst("^(option|property):", "").replace('_', ' ').replace('-', ' ');
  }

  private static List<MeasuredPoint> pointsOf(List<MeasuredRun> runs, List<Dimension> dimensions) {
    Map<List<String>, List<MeasuredRun>> grouped = new LinkedHashMap<>();
    for (MeasuredRun run : runs) {
      List<String> key = new ArrayList<>(List.of(run.system()));
      dimensions.forEach(dimension -> key.add(run.varied().getOrDefault(dimension.name(), "")));
      grouped.computeIfAbsent(key, k -> new ArrayList<>()).add(run);
    }
    Comparator<MeasuredPoint> order =
        Comparator.comparing(point -> point.runs().get(0), MeasuredRun.BY_SYSTEM);
    for (Dimension dimension : dimensions) {
      order =
          order.thenComparingInt(
              point -> dimension.values().indexOf(point.varied().get(dimension.name())));
    }
    return grouped.values().stream()
        .map(
            repeats -> new MeasuredPoint(repeats.get(0).system(), repeats.get(0).varied(), repeats))
        .sorted(order)
        .toList();
  }
}
