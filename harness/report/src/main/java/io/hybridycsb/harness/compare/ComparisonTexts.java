package io.hybridycsb.harness.compare;

import io.hybridycsb.harness.ratio.RatioOfMeans;
import io.hybridycsb.harness.ratio.Sample;
import io.hybridycsb.harness.report.chart.Numbers;
import io.hybridycsb.harness.results.runs.MeasuredRun;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalInt;
import java.util.TreeMap;
import java.util.stream.Stream;

/** A comparison for people, in lines of at most 120 columns but for long names. */
public final class ComparisonTexts {
  private static final int LABEL = 32;
  private static final String FORMAT = "%8s%8s%20s%8s%8s%20s  %s";
  private static final String NONE = "-";

  private final Comparison comparison;
  private final List<String> lines = new ArrayList<>();

  private ComparisonTexts(Comparison comparison) {
    this.comparison = comparison;
  }

  /** What makes the two unlike, a line each. */
  public static List<String> warnings(Comparison comparison) {
    return Unlike.warnings(comparison);
  }

  /** The tables, what they go by, and in the end the regressions. */
  public static List<String> lines(Comparison comparison) {
    ComparisonTexts texts = new ComparisonTexts(comparison);
    texts.head();
    texts.table(Measure.THROUGHPUT, Measure.CPU);
    for (int i = 0; i < Measure.LATENCIES.size(); i += 2) {
      texts.table(Measure.LATENCIES.get(i), Measure.LATENCIES.get(i + 1));
    }
    texts.summary();
    return texts.lines;
  }

  private void head() {
    Bounds bounds = comparison.bounds();
    lines.add(
        "decides: operations/s and CPU ms per operation, beyond %s %%; latencies, %s"
            .formatted(
                Numbers.text(bounds.percent()),
                bounds.latencyPercent().isPresent()
                    ? "beyond " + Numbers.text(bounds.latencyPercent().getAsDouble()) + " %"
                    : "if --latency-bound is given"));
    lines.add(
        "[low, high]: 95 %% interval of the change, in percent; verdicts: corrected for %d intervals"
            .formatted(comparison.judged()));
    lines.add(
        "better, worse: interval beyond the bound; same: within it; undecided: neither, ~N repeats of"
            + " each likely decide");
    if (!comparison.with(Verdict.SINGLE_RUN).isEmpty()) {
      lines.add("single run: no interval; repeat it in A and in B, three times or more");
    }
    Unlike.versions(comparison).forEach(line -> lines.add("version: " + line));
  }

  /** Of two figures; the first table has all points, the others those that have one of the two. */
  private void table(Measure left, Measure right) {
    boolean first = left == Measure.THROUGHPUT;
    List<ComparedPoint> points =
        comparison.points().stream()
            .filter(
                point -> first || point.figure(left).isPresent() || point.figure(right).isPresent())
            .toList();
    if (points.isEmpty()) {
      return;
    }
    lines.add("");
    lines.add(row("", "%36s%36s".formatted(left.title(), right.title())));
    boolean decides = comparison.bounds().decides(left);
    lines.add(
        row(
            "",
            FORMAT.formatted("A", "B", "change", "A", "B", "change", decides ? "verdict" : "")));
    String experiment = "";
    for (ComparedPoint point : points) {
      if (!experiment.equals(point.experiment())) {
        experiment = point.experiment();
        lines.add(experiment);
      }
      List<Object> cells = new ArrayList<>(cells(point, left));
      cells.addAll(cells(point, right));
      cells.add(first ? verdict(point) : decides ? verdict(point, left, right) : "");
      add("  " + point.label(), FORMAT.formatted(cells.toArray()));
    }
  }

  private void add(String label, String cells) {
    if (label.length() > LABEL) {
      lines.add(label);
      lines.add(row("", cells));
    } else {
      lines.add(row(label, cells));
    }
  }

  private static String row(String label, String cells) {
    return (label + " ".repeat(LABEL - label.length()) + cells).stripTrailing();
  }

  /** Its values in A and B, and the change. */
  private static List<String> cells(ComparedPoint point, Measure measure) {
    return point
        .figure(measure)
        .map(
            figure ->
                List.of(
                    figure.a().map(a -> Numbers.text(a.value())).orElse(NONE),
                    figure.b().map(b -> Numbers.text(b.value())).orElse(NONE),
                    change(figure)))
        .orElse(List.of(NONE, NONE, NONE));
  }

  private static String verdict(ComparedPoint point) {
    return point.verdict() == Verdict.UNDECIDED
        ? "%s %s".formatted(point.verdict().words(), repeats(point.repeatsToDecide()))
        : point.verdict().words();
  }

  private static String verdict(ComparedPoint point, Measure left, Measure right) {
    List<ComparedFigure> inBoth =
        Stream.of(left, right)
            .flatMap(measure -> point.figure(measure).stream())
            .filter(figure -> figure.changePercent().isPresent())
            .toList();
    return inBoth.isEmpty() ? NONE : ComparedPoint.verdict(inBoth).words();
  }

  private static String repeats(OptionalInt repeats) {
    return repeats.isPresent() ? "~" + repeats.getAsInt() : ">" + RatioOfMeans.REPEATS_MAX;
  }

  /** Such as +3.1% or -16% [-22, -9.5]; short in any case. */
  private static String change(ComparedFigure figure) {
    if (figure.changePercent().isEmpty()) {
      return NONE;
    }
    String change = percent(figure.changePercent().getAsDouble(), "%");
    return figure
        .ratio()
        .filter(ratio -> !figure.isZeroInBoth())
        .map(
            ratio ->
                "%s [%s, %s]"
                    .formatted(change, percent(ratio.low(), ""), percent(ratio.high(), "")))
        .orElse(change);
  }

  static String percent(double change, String unit) {
    if (change >= 9999.5) {
      return ">9999" + unit;
    }
    String format = Math.abs(change) < 9.95 ? "%+.1f" : "%+.0f";
    return (Math.abs(change) < 0.05 ? "0" : String.format(Locale.ROOT, format, change)) + unit;
  }

  private void summary() {
    Map<Verdict, Integer> counts = new TreeMap<>();
    comparison.points().forEach(point -> counts.merge(point.verdict(), 1, Integer::sum));
    List<String> parts = new ArrayList<>();
    counts.forEach((verdict, count) -> parts.add(count + " " + verdict.words()));
    lines.add("");
    int points = comparison.points().size();
    lines.add(
        "%d %s: %s".formatted(points, points == 1 ? "point" : "points", String.join(", ", parts)));
    List<ComparedPoint> regressions = comparison.regressions();
    if (regressions.isEmpty()) {
      lines.add("no regression");
      return;
    }
    lines.add(regressions.size() == 1 ? "1 regression:" : regressions.size() + " regressions:");
    regressions.forEach(this::regression);
  }

  private void regression(ComparedPoint point) {
    String where = "  " + point.experiment() + " " + point.label() + ": ";
    if (point.verdict() == Verdict.FAILED_IN_B) {
      lines.add(where + "failed in B: " + reason(point.b().runs().get(0)));
      return;
    }
    for (ComparedFigure figure : point.figures()) {
      if (figure.decides() && figure.verdict() == Verdict.WORSE) {
        lines.add(where + figure.measure().title() + " " + change(figure));
        lines.add(
            "    "
                + figure.a().map(ComparisonTexts::sample).orElse(NONE)
                + " in A, "
                + figure.b().map(ComparisonTexts::sample).orElse(NONE)
                + " in B");
      }
    }
  }

  private static String reason(MeasuredRun run) {
    return run.result().succeeded()
        ? "no measured operations in its result"
        : run.result().failure();
  }

  private static String sample(Sample sample) {
    return "%s (%s to %s in %d runs)"
        .formatted(
            Numbers.text(sample.value()),
            Numbers.text(sample.repeats().min()),
            Numbers.text(sample.repeats().max()),
            sample.runs());
  }
}
