package io.hybridycsb.harness.compare;

import io.hybridycsb.harness.report.chart.Numbers;
import io.hybridycsb.harness.report.runs.MeasuredRun;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.TreeMap;

/** A comparison for people, in lines of at most 120 columns but for long names. */
public final class ComparisonTexts {
  private static final int LABEL = 44;
  private static final int LATENCY_LABEL = 36;
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
    texts.deciding();
    texts.latencies();
    texts.summary();
    return texts.lines;
  }

  private void head() {
    Bounds bounds = comparison.bounds();
    String bound = Numbers.text(bounds.percent()) + " %";
    lines.add(
        "What decides: operations/s and CPU ms per committed operation, beyond " + bound + ";");
    lines.add(
        bounds.latencyPercent().isPresent()
            ? "latencies, beyond " + Numbers.text(bounds.latencyPercent().getAsDouble()) + " %."
            : "latencies don't (--latency-bound lets them).");
    lines.add(
        "Where repeats of A and B overlap, a difference is within the spread: no regression.");
    Unlike.versions(comparison).forEach(line -> lines.add("Version: " + line));
    long single =
        comparison.points().stream()
            .filter(ComparedPoint::compared)
            .filter(point -> point.a().counted().size() == 1 && point.b().counted().size() == 1)
            .count();
    if (single > 0) {
      lines.add(
          "One run in A and in B: %d of %d points. Their spread isn't known: repeat them."
              .formatted(single, comparison.points().size()));
    }
  }

  private void deciding() {
    String format = "%10s%10s%9s%9s%9s%9s  %s";
    lines.add("");
    lines.add(row("", LABEL, "%29s%27s".formatted("operations/s", "CPU ms per operation")));
    lines.add(row("", LABEL, format.formatted("A", "B", "change", "A", "B", "change", "verdict")));
    String experiment = "";
    for (ComparedPoint point : comparison.points()) {
      experiment = heading(experiment, point);
      List<Object> cells = new ArrayList<>(cells(point, Measure.THROUGHPUT));
      cells.addAll(cells(point, Measure.CPU));
      cells.add(point.verdict().words());
      add("  " + point.label(), LABEL, format.formatted(cells.toArray()));
    }
  }

  private void latencies() {
    String format = "%7s%7s%7s".repeat(Measure.LATENCIES.size());
    List<ComparedPoint> points =
        comparison.points().stream()
            .filter(point -> Measure.LATENCIES.stream().anyMatch(m -> point.figure(m).isPresent()))
            .toList();
    if (points.isEmpty()) {
      return;
    }
    lines.add("");
    lines.add(
        row(
            "latencies",
            LATENCY_LABEL,
            "%21s"
                .repeat(Measure.LATENCIES.size())
                .formatted(Measure.LATENCIES.stream().map(Measure::title).toArray())));
    List<String> heads = new ArrayList<>();
    Measure.LATENCIES.forEach(measure -> heads.addAll(List.of("A", "B", "change")));
    lines.add(row("", LATENCY_LABEL, format.formatted(heads.toArray())));
    String experiment = "";
    for (ComparedPoint point : points) {
      experiment = heading(experiment, point);
      List<Object> cells = new ArrayList<>();
      Measure.LATENCIES.forEach(measure -> cells.addAll(cells(point, measure)));
      add("  " + point.label(), LATENCY_LABEL, format.formatted(cells.toArray()));
    }
  }

  /** Begins another experiment's points; returns its name. */
  private String heading(String experiment, ComparedPoint point) {
    if (!experiment.equals(point.experiment())) {
      lines.add(point.experiment());
    }
    return point.experiment();
  }

  private void add(String label, int width, String cells) {
    if (label.length() > width) {
      lines.add(label);
      lines.add(row("", width, cells));
    } else {
      lines.add(row(label, width, cells));
    }
  }

  private static String row(String label, int width, String cells) {
    return (label + " ".repeat(width - label.length()) + cells).stripTrailing();
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
                    change(figure.changePercent())))
        .orElse(List.of(NONE, NONE, NONE));
  }

  /** Such as +3.1% or -16%; short in any case. */
  static String change(OptionalDouble percent) {
    if (percent.isEmpty()) {
      return NONE;
    }
    double change = percent.getAsDouble();
    if (change >= 9999.5) {
      return ">9999%";
    }
    String format = Math.abs(change) < 9.95 ? "%+.1f%%" : "%+.0f%%";
    return Math.abs(change) < 0.05 ? "0%" : String.format(Locale.ROOT, format, change);
  }

  private void summary() {
    Map<Verdict, Integer> counts = new TreeMap<>();
    comparison.points().forEach(point -> counts.merge(point.verdict(), 1, Integer::sum));
    List<String> parts = new ArrayList<>();
    counts.forEach((verdict, count) -> parts.add(count + " " + verdict.words()));
    lines.add("");
    lines.add("%d points: %s".formatted(comparison.points().size(), String.join(", ", parts)));
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
        lines.add(where + figure.measure().title() + " " + change(figure.changePercent()));
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
    return sample.runs() == 1
        ? Numbers.text(sample.value())
        : "%s (%s to %s in %d runs)"
            .formatted(
                Numbers.text(sample.value()),
                Numbers.text(sample.min()),
                Numbers.text(sample.max()),
                sample.runs());
  }
}
