package io.hybridycsb.harness.report.figures;

import io.hybridycsb.harness.files.Csv;
import io.hybridycsb.harness.files.Resource;
import io.hybridycsb.harness.results.Paper;
import io.hybridycsb.harness.results.runs.Dimension;
import io.hybridycsb.harness.results.runs.MeasuredExperiment;
import io.hybridycsb.harness.results.runs.MeasuredPoint;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;

/**
 * One number that a paper has published.
 *
 * @param xName the name of what the figure varies
 * @param x its value
 * @param note the paper's remark
 */
public record Published(
    Source source,
    String system,
    String xName,
    String x,
    String metric,
    double value,
    String unit,
    String note) {
  /**
   * Where it stands.
   *
   * @param figure number of the figure or table, or another place
   */
  public record Source(Paper paper, String figure) {
    /** Whether an experiment reproduces it. */
    boolean isOf(MeasuredExperiment experiment) {
      return experiment.isOf(paper) && experiment.figures().contains(figure);
    }
  }

  /** All numbers of our own list. */
  private static final List<Published> ALL =
      Resource.text(Published.class, "published-figures.csv")
          .lines()
          .skip(1)
          .map(Published::parse)
          .toList();

  private static final String WORKLOAD = "workload";
  private static final String TABLE = "table";

  /** The experiments' names of the papers' dimensions, unless only hyphens differ. */
  private static final Map<String, String> DIMENSIONS =
      Map.of(
          "processing time ms",
          "processing-ms",
          "rtt ms",
          "option:network.rtt.ms",
          "record size",
          "property:multi.bytes",
          "operations per transaction",
          "property:multi.operations",
          "transactions per chain transaction",
          "property:transaction.batch",
          WORKLOAD,
          "mix",
          "zipfian theta",
          "skew");

  private static Published parse(String line) {
    List<String> fields = Csv.fields(line);
    if (fields.size() != 9) {
      throw new IllegalArgumentException("nine fields expected: " + line);
    }
    return new Published(
        new Source(Paper.of(fields.get(0)), fields.get(1)),
        fields.get(2),
        fields.get(3),
        fields.get(4),
        fields.get(5),
        Double.parseDouble(fields.get(6)),
        fields.get(7),
        fields.get(8));
  }

  /** All published numbers of the figures that an experiment reproduces. */
  static List<Published> of(MeasuredExperiment experiment) {
    return of(experiment.paper(), experiment.figures());
  }

  /** All published numbers of these figures of a paper. */
  public static List<Published> of(Paper paper, Set<String> figures) {
    return ALL.stream()
        .filter(one -> one.source().paper() == paper)
        .filter(one -> figures.contains(one.source().figure()))
        .toList();
  }

  /**
   * The place along a dimension: the number if that is numeric, otherwise the value's index; empty
   * if the figure varies something else.
   */
  public OptionalDouble along(Dimension dimension) {
    if (!dimension.name().equals(xName.replace(' ', '-'))
        && !dimension.name().equals(DIMENSIONS.get(xName))) {
      return OptionalDouble.empty();
    }
    if (dimension.numeric()) {
      return Dimension.number(x);
    }
    for (int i = 0; i < dimension.values().size(); i++) {
      if (plain(dimension.values().get(i)).equals(plain(x))) {
        return OptionalDouble.of(i);
      }
    }
    return OptionalDouble.empty();
  }

  /** The dimension's value that this number is at; empty if it has no such value. */
  public Optional<String> place(Dimension dimension) {
    OptionalDouble at = along(dimension);
    return dimension.values().stream()
        .filter(
            value ->
                dimension.numeric()
                    ? at.equals(Dimension.number(value))
                    : plain(value).equals(plain(x)))
        .findFirst();
  }

  /**
   * Whether it stands in an experiment's figures: somewhere along x; where nothing is varied, if
   * all runs have its workload.
   */
  boolean isIn(MeasuredExperiment experiment) {
    return experiment.x().map(x -> along(x).isPresent()).orElseGet(() -> isOfWorkload(experiment));
  }

  private boolean isOfWorkload(MeasuredExperiment experiment) {
    return xName.equals(WORKLOAD)
        && experiment.runs().stream()
            .map(run -> run.result().setup().settings().properties().getOrDefault(WORKLOAD, ""))
            .allMatch(x::equals);
  }

  /** Whether it is of the same as a point of an experiment. */
  public boolean isOf(MeasuredExperiment experiment, MeasuredPoint point) {
    return system.equals(point.system())
        && experiment
            .x()
            .map(
                along -> place(along).equals(Optional.ofNullable(point.varied().get(along.name()))))
            .orElseGet(() -> isOfWorkload(experiment));
  }

  /**
   * Where a paper has it, for readers: figure 7, or table 4.
   *
   * @param figure as in {@link Source}; or the numbers of several figures
   */
  public static String where(String figure) {
    return figure.startsWith(TABLE)
        ? TABLE + " " + figure.substring(TABLE.length())
        : "figure " + figure;
  }

  /** The value of x for readers: 256 clients. */
  public String at() {
    return x + " " + xName;
  }

  private static String plain(String value) {
    return value.toLowerCase(Locale.ROOT).replaceFirst("^workload", "").strip();
  }
}
