package io.hybridycsb.harness.results.runs;

import io.hybridycsb.harness.UsageException;
import io.hybridycsb.harness.files.Resource;
import io.hybridycsb.harness.results.Paper;
import io.hybridycsb.harness.results.RunResult;
import io.hybridycsb.harness.system.registry.Systems;
import java.io.IOException;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** All runs of one experiment, put in order. */
public final class MeasuredExperiment {
  private static final Properties TITLES = titles();

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
        runs.stream().collect(Collectors.groupingBy(run -> run.result().identity().experiment()));
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
        .filter(number -> !number.isEmpty())
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
    dimensions.forEach(
        dimension -> words.append(' ').append(point.varied().getOrDefault(dimension.name(), "")));
    return words.toString().strip();
  }

  /** The points by system, then by the dimensions. */
  public List<MeasuredPoint> points() {
    return points;
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
    Set<String> systems = new TreeSet<>(Systems.ORDER);
    runs.forEach(run -> systems.add(run.result().identity().system()));
    return List.copyOf(systems);
  }

  /** Whether it reproduces figures of this paper. */
  public boolean isOf(Paper one) {
    return paper() == one && !figures().isEmpty();
  }

  /** The paper of which its figures are, if it reproduces some. */
  public Paper paper() {
    return runs.stream()
        .map(run -> Paper.of(run.result().identity().paper()))
        .findFirst()
        .orElse(Paper.VLDB22);
  }

  /** The system with which it compares the others; empty if with none. */
  public Optional<String> baseline() {
    return runs.stream()
        .map(run -> run.result().identity().baseline())
        .filter(system -> !system.isEmpty())
        .findFirst();
  }

  /** The latencies of parts of the operations that tell more than those of all. */
  public List<Metric> partialLatencies() {
    List<MeasuredRun> counted = runs.stream().filter(MeasuredRun::counts).toList();
    List<Metric> metrics = new ArrayList<>();
    if (all(counted, Metric.READ_MEAN) && all(counted, Metric.INSERT_MEAN)) {
      metrics.addAll(List.of(Metric.INSERT_MEAN, Metric.READ_MEAN, Metric.READ_P50));
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
      for (String figure : run.result().identity().figure().split("[^0-9a-z]+")) {
        if (!figure.isEmpty()) {
          figures.add(figure);
        }
      }
    }
    return figures;
  }

  /** The title for readers. */
  public String title() {
    if (offersShares()) {
      return titleOf(name.substring(0, name.length() - OFFERED.length()))
          + ", at shares of the capacity";
    }
    return titleOf(name);
  }

  /** Whether it is made of the runs that offer shares of a capacity, which no paper has. */
  public boolean offersShares() {
    return name.endsWith(OFFERED) && runs.stream().allMatch(MeasuredRun::offersShare);
  }

  private static String titleOf(String name) {
    String words = name.replaceFirst("^fig[0-9-]+", "").replace('-', ' ').replace('_', ' ').strip();
    String text = words.isEmpty() ? name : words;
    return TITLES.getProperty(name, Character.toUpperCase(text.charAt(0)) + text.substring(1));
  }

  /** Whether it varies the setting of this name. */
  public boolean varies(String setting) {
    return dimensions.stream().anyMatch(dimension -> dimension.name().equals(setting));
  }

  /** Whether it compares commit modes. */
  public boolean variesCommitMode() {
    return dimensions.stream().anyMatch(dimension -> dimension.name().contains("commit"));
  }

  private static Properties titles() {
    Properties titles = new Properties();
    try {
      titles.load(new StringReader(Resource.text(MeasuredExperiment.class, "titles.properties")));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return titles;
  }

  private static List<Dimension> dimensionsOf(List<MeasuredRun> runs) {
    Map<String, Set<String>> values = new LinkedHashMap<>();
    for (MeasuredRun run : runs) {
      run.result()
          .identity()
          .varied()
          .forEach(
              (name, value) -> values.computeIfAbsent(name, n -> new LinkedHashSet<>()).add(value));
    }
    return values.entrySet().stream()
        .filter(entry -> entry.getValue().size() > 1)
        .map(entry -> Dimension.of(entry.getKey(), entry.getValue()))
        .sorted(
            Comparator.comparing(Dimension::numeric)
                .thenComparing(dimension -> dimension.values().size())
                .reversed())
        .toList();
  }

  private static List<MeasuredPoint> pointsOf(List<MeasuredRun> runs, List<Dimension> dimensions) {
    Map<List<String>, List<MeasuredRun>> grouped = new LinkedHashMap<>();
    for (MeasuredRun run : runs) {
      RunResult result = run.result();
      List<String> key = new ArrayList<>(List.of(result.identity().system()));
      dimensions.forEach(
          dimension -> key.add(result.identity().varied().getOrDefault(dimension.name(), "")));
      grouped.computeIfAbsent(key, k -> new ArrayList<>()).add(run);
    }
    Comparator<MeasuredPoint> order = Comparator.comparing(MeasuredPoint::system, Systems.ORDER);
    for (Dimension dimension : dimensions) {
      order =
          order.thenComparingInt(
              point -> dimension.values().indexOf(point.varied().get(dimension.name())));
    }
    return grouped.values().stream()
        .map(
            repeats ->
                new MeasuredPoint(
                    repeats.get(0).result().identity().system(),
                    repeats.get(0).result().identity().varied(),
                    repeats))
        .sorted(order)
        .toList();
  }
}
