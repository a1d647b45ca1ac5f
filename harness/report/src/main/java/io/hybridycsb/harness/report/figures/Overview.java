package io.hybridycsb.harness.report.figures;

import io.hybridycsb.harness.report.chart.Numbers;
import io.hybridycsb.harness.report.chart.RowChart;
import io.hybridycsb.harness.report.chart.Scale;
import io.hybridycsb.harness.report.chart.Series;
import io.hybridycsb.harness.results.Paper;
import io.hybridycsb.harness.results.Ranks;
import io.hybridycsb.harness.results.Spread;
import io.hybridycsb.harness.results.runs.Checks;
import io.hybridycsb.harness.results.runs.MeasuredExperiment;
import io.hybridycsb.harness.results.runs.MeasuredPoint;
import io.hybridycsb.harness.results.runs.MeasuredPoint.Steadiness;
import io.hybridycsb.harness.results.runs.MeasuredRun;
import io.hybridycsb.harness.results.runs.Metric;
import io.hybridycsb.harness.results.runs.Sittings;
import io.hybridycsb.harness.results.runs.Work;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Each system at its own best load of one kind of work, or at the only load that was measured, over
 * all experiments that have this work.
 */
public final class Overview {
  /** The figure that varies the load. */
  private static final String FIGURE = "5";

  /** A reader looks through no more tables. */
  private static final int WORKS_MAX = 6;

  /** With which others are compared. */
  private static final String REFERENCE = "postgresql";

  private static final Comparator<Best> BY_THROUGHPUT =
      Comparator.comparingDouble(one -> one.throughput().mean());

  /** The experiment with most of its systems, with all its runs. */
  private final MeasuredExperiment main;

  /** The runs that it shows. */
  private final MeasuredExperiment shown;

  private final List<Best> best;
  private final Map<String, String> ranks;

  private Overview(MeasuredExperiment main, List<MeasuredPoint> points) {
    this.main = main;
    Map<String, List<MeasuredPoint>> systems =
        points.stream().collect(Collectors.groupingBy(MeasuredPoint::system));
    List<Best> all = new ArrayList<>();
    systems.values().forEach(ofSystem -> all.add(best(ofSystem)));
    this.shown =
        new MeasuredExperiment(
            "overview", all.stream().flatMap(one -> one.point().runs().stream()).toList());
    List<String> order = shown.systems();
    all.sort(Comparator.comparingInt(one -> order.indexOf(one.system())));
    this.ranks = ranks(all);
    all.sort(
        Comparator.comparingInt(this::order)
            .thenComparing(one -> rank(one).isPresent() ? -one.throughput().mean() : 0));
    this.best = List.copyOf(all);
  }

  /**
   * A system's best point, and its best in the paper.
   *
   * @param higher its highest throughput where it wasn't seen to be steady, if that is more
   * @param loads at how many it has a throughput
   */
  public record Best(
      MeasuredPoint point,
      Spread throughput,
      Optional<Published> published,
      Optional<Best> higher,
      int loads) {
    public String system() {
      return point.system();
    }

    /** Whether all of its runs sent operations at a given rate. */
    public boolean openLoop() {
      return isOpenLoop(point);
    }

    /** Whether all of its runs were steady, and more than one, so that it can be ranked. */
    private boolean isFirm() {
      return point.steadiness() == Steadiness.STEADY && throughput.count() > 1;
    }

    /** On what machines and by what builds it was measured. */
    private Set<List<Object>> places() {
      return point.counted().stream()
          .map(run -> List.<Object>of(run.result().setup().machine(), run.result().build()))
          .collect(Collectors.toSet());
    }

    private Set<Object> machines() {
      return point.counted().stream()
          .map(run -> run.result().setup().machine())
          .collect(Collectors.toSet());
    }
  }

  private static boolean isOpenLoop(MeasuredPoint point) {
    return point.counted().stream().allMatch(MeasuredRun::isOpenLoop);
  }

  /**
   * Of the work of figure 5, or else of that of most systems. Empty if none committed. Systems are
   * compared at one kind of work, whatever the experiments are called.
   */
  public static Optional<Overview> of(List<MeasuredExperiment> experiments) {
    return all(experiments).stream().findFirst();
  }

  /** As {@link #of}, followed by some of other work, which as many systems have done. */
  public static List<Overview> all(List<MeasuredExperiment> experiments) {
    Map<Work, List<MeasuredPoint>> works = new LinkedHashMap<>();
    for (MeasuredExperiment experiment : experiments) {
      experiment.points().stream()
          .filter(point -> !experiment.offersShares())
          .filter(point -> point.spread(Metric.THROUGHPUT).isPresent())
          .forEach(
              point -> works.computeIfAbsent(point.work(), key -> new ArrayList<>()).add(point));
    }
    Stream<Work> ofFigure =
        experiments.stream()
            .filter(one -> one.isOf(Paper.VLDB22) && one.figures().contains(FIGURE))
            .flatMap(one -> one.points().stream().map(MeasuredPoint::work))
            .filter(works::containsKey)
            .limit(1);
    int most = works.values().stream().mapToInt(points -> systems(points).size()).max().orElse(0);
    Stream<Work> ofMost =
        works.keySet().stream().filter(work -> systems(works.get(work)).size() == most);
    return Stream.concat(ofFigure, ofMost)
        .distinct()
        .limit(WORKS_MAX)
        .map(work -> new Overview(main(experiments, work), works.get(work)))
        .toList();
  }

  private static Set<String> systems(List<MeasuredPoint> points) {
    return points.stream().map(MeasuredPoint::system).collect(Collectors.toSet());
  }

  /** The first that is of the figure, or else has the most systems. */
  private static MeasuredExperiment main(List<MeasuredExperiment> experiments, Work work) {
    List<MeasuredExperiment> some =
        experiments.stream()
            .filter(one -> one.points().stream().anyMatch(point -> point.work().equals(work)))
            .toList();
    int most = some.stream().mapToInt(one -> one.systems().size()).max().orElse(0);
    return some.stream()
        .filter(one -> one.isOf(Paper.VLDB22) && one.figures().contains(FIGURE))
        .findFirst()
        .or(() -> some.stream().filter(one -> one.systems().size() == most).findFirst())
        .orElseThrow();
  }

  /** What can be ranked comes first, equals by their rates; all else in the order of systems. */
  public List<Best> best() {
    return best;
  }

  /** A rank of a system that can be told apart from another; empty if there is none. */
  public Optional<String> rank(Best one) {
    return Optional.ofNullable(ranks.get(one.system()));
  }

  private int order(Best one) {
    return rank(one).map(rank -> Integer.parseInt(rank.replace("=", ""))).orElse(Integer.MAX_VALUE);
  }

  /** By system. Results of several machines, builds or sittings aren't ranked with each other. */
  private static Map<String, String> ranks(List<Best> all) {
    List<Best> firm = all.stream().filter(Best::isFirm).toList();
    if (firm.size() < 2
        || firm.stream().flatMap(one -> one.places().stream()).distinct().count() > 1
        || !Sittings.areShared(firm.stream().map(one -> one.point().counted()).toList())) {
      return Map.of();
    }
    List<String> ranks = Ranks.of(firm.stream().map(Best::throughput).toList());
    Map<String, String> bySystem = new HashMap<>();
    for (int i = 0; i < firm.size(); i++) {
      bySystem.put(firm.get(i).system(), ranks.get(i));
    }
    return bySystem;
  }

  /**
   * How many times the reference's throughput it has on the same machine, in the same sitting;
   * empty if unknown.
   */
  public OptionalDouble timesReference(Best one) {
    return best.stream()
        .filter(other -> other.system().equals(REFERENCE) && !one.system().equals(REFERENCE))
        .filter(other -> other.machines().equals(one.machines()))
        .filter(
            other -> Sittings.areShared(List.of(one.point().counted(), other.point().counted())))
        .mapToDouble(other -> one.throughput().mean() / other.throughput().mean())
        .findFirst();
  }

  /** What was checked of a system, in all its runs of these experiments. */
  public static Checks checks(Best one, List<MeasuredExperiment> experiments) {
    return Checks.of(
        one.point(),
        experiments.stream().flatMap(each -> each.runsOf(one.system()).stream()).toList());
  }

  /** The runs that it shows, as an experiment. */
  public MeasuredExperiment experiment() {
    return shown;
  }

  /** The runs that it shows which are as short as quick settings make them. */
  public List<MeasuredRun> quick() {
    return best.stream()
        .flatMap(one -> one.point().counted().stream())
        .filter(MeasuredRun::isQuick)
        .toList();
  }

  /** Of closed loops if there are any: the highest rate that was offered is no best load. */
  private Best best(List<MeasuredPoint> ofSystem) {
    List<MeasuredPoint> closed = ofSystem.stream().filter(point -> !isOpenLoop(point)).toList();
    List<MeasuredPoint> points = closed.isEmpty() ? ofSystem : closed;
    int loads = (int) points.stream().map(Overview::load).distinct().count();
    Optional<Published> published =
        Published.of(main).stream()
            .filter(one -> one.source().paper() == Paper.VLDB22)
            .filter(one -> one.system().equals(points.get(0).system()))
            .filter(one -> one.metric().equals(Metric.THROUGHPUT.published()))
            .max(Comparator.comparingDouble(Published::value));
    List<Best> all =
        points.stream()
            .map(
                point ->
                    new Best(
                        point,
                        point.spread(Metric.THROUGHPUT).orElseThrow(),
                        published,
                        Optional.empty(),
                        loads))
            .toList();
    Best highest = all.stream().max(BY_THROUGHPUT).orElseThrow();
    return all.stream()
        .filter(one -> one.point().steadiness() == Steadiness.STEADY)
        .max(BY_THROUGHPUT)
        .map(
            one ->
                new Best(
                    one.point(),
                    one.throughput(),
                    published,
                    BY_THROUGHPUT.compare(highest, one) > 0
                        ? Optional.of(highest)
                        : Optional.empty(),
                    loads))
        .orElse(highest);
  }

  /** What its systems' first minutes cost. */
  public List<Figure> coldStart() {
    return new ColdStart(main).figures();
  }

  /** Whether any system has a throughput at several loads, of which one is its best. */
  private boolean isChosen() {
    return best.stream().anyMatch(one -> one.loads() > 1);
  }

  /** A point's load: 64 clients, or target 955. */
  public static String load(MeasuredPoint point) {
    MeasuredRun run = point.runs().get(0);
    List<String> load = new ArrayList<>();
    run.varied()
        .forEach(
            (name, value) -> {
              if (Work.isLoad(name)) {
                load.add(named(run.subject().labels().getOrDefault(name, name), value));
              }
            });
    return load.isEmpty()
        ? named("clients", String.valueOf(run.result().setup().settings().threads()))
        : String.join(", ", load);
  }

  /** What its experiments vary beside the load, and is the same in all of it: mix query-only. */
  public List<String> work() {
    MeasuredRun run = best.get(0).point().runs().get(0);
    return run.varied().entrySet().stream()
        .filter(entry -> !Work.isLoad(entry.getKey()))
        .map(
            entry ->
                "%s %s"
                    .formatted(
                        run.subject()
                            .labels()
                            .getOrDefault(
                                entry.getKey(), entry.getKey().replaceFirst("^property:", "")),
                        entry.getValue()))
        .toList();
  }

  private static String named(String label, String value) {
    return label.endsWith("s") ? value + " " + label : label + " " + value;
  }

  /** A best point's load, and of how many it is the best. */
  public String at(Best one) {
    return load(one.point()) + (one.loads() > 1 ? ", best of " + one.loads() : "");
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
            "published_at",
            "rank",
            "times_postgresql"));
    for (Best one : best) {
      csv.add(
          List.of(
              one.system(),
              load(one.point()),
              MetricFigures.plain(one.throughput().mean()),
              MetricFigures.plain(one.throughput().min()),
              MetricFigures.plain(one.throughput().max()),
              String.valueOf(one.throughput().count()),
              one.point().steadiness().words(),
              one.published().map(p -> MetricFigures.plain(p.value())).orElse(""),
              one.published().map(Published::at).orElse(""),
              rank(one).orElse(""),
              timesReference(one).stream().mapToObj(MetricFigures::plain).findFirst().orElse("")));
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
    String tip =
        "%s, %s: %s/s".formatted(one.system(), load(one.point()), Numbers.text(spread.mean()));
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
        SystemStyles.of(shown, one.system()),
        new Series.Mark(0, spread.mean(), spread.values(), tip),
        published);
  }
}
