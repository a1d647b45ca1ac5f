package io.hybridycsb.harness.report.load;

import io.hybridycsb.harness.files.Csv;
import io.hybridycsb.harness.report.chart.LineChart;
import io.hybridycsb.harness.report.chart.Plot;
import io.hybridycsb.harness.report.chart.Scale;
import io.hybridycsb.harness.report.chart.Series;
import io.hybridycsb.harness.report.chart.SeriesStyle;
import io.hybridycsb.harness.report.figures.Figure;
import io.hybridycsb.harness.report.figures.SystemStyles;
import io.hybridycsb.harness.results.Counters;
import io.hybridycsb.harness.results.RunFiles;
import io.hybridycsb.harness.results.YcsbReport;
import io.hybridycsb.harness.results.runs.MeasuredExperiment;
import io.hybridycsb.harness.results.runs.MeasuredPoint;
import io.hybridycsb.harness.results.runs.MeasuredRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * What a curve or a trace asked for in each second, beside what was done: one chart for each point,
 * of its first run that counts.
 */
public record OfferedFigures(MeasuredExperiment experiment) {
  private static final String OFFERED = "offered";
  private static final String DONE = "done";

  /** The style of what was offered: of no system with a place. */
  private static final int OFFERED_STYLE = SeriesStyle.STYLES - 1;

  private static final double HEADROOM = 1.1;

  /** A second of a run. */
  private record Second(double second, double offered, double done) {}

  /** None if no run has followed a curve or a trace. */
  public List<Figure> all() {
    List<Figure> figures = new ArrayList<>();
    for (MeasuredPoint point : experiment.points()) {
      point.counted().stream()
          .filter(run -> run.counters().containsKey(Counters.DUE))
          .findFirst()
          .flatMap(run -> figure(point, run))
          .ifPresent(figures::add);
    }
    return figures;
  }

  private Optional<Figure> figure(MeasuredPoint point, MeasuredRun run) {
    List<Second> seconds = seconds(run.file().resolveSibling(RunFiles.TIMELINE));
    if (seconds.isEmpty()) {
      return Optional.empty();
    }
    List<Series.Mark> offered = new ArrayList<>();
    List<Series.Mark> done = new ArrayList<>();
    List<List<String>> csv = new ArrayList<>();
    csv.add(List.of("system", "second", OFFERED, DONE));
    for (Second at : seconds) {
      offered.add(mark(at.second, at.offered, OFFERED));
      done.add(mark(at.second, at.done, DONE));
      csv.add(List.of(point.system(), text(at.second), text(at.offered), text(at.done)));
    }
    double end = seconds.get(seconds.size() - 1).second;
    double most = seconds.stream().mapToDouble(at -> Math.max(at.offered, at.done)).max().orElse(0);
    Plot plot =
        new Plot(
            Scale.linear(Math.max(1, end)),
            Scale.linear(Math.max(1, most * HEADROOM)),
            "seconds",
            List.of(
                new Series(OFFERED, SeriesStyle.of(OFFERED_STYLE), Series.Kind.CURVE, offered),
                new Series(
                    DONE, SystemStyles.of(experiment, point.system()), Series.Kind.CURVE, done)));
    String name = name(point);
    Map<String, Double> counters = run.counters();
    return Optional.of(
        new Figure(
            (experiment.name() + "-offered " + name)
                .toLowerCase(Locale.ROOT)
                .replaceAll("[^a-z0-9.]+", "-"),
            "Offered and done · " + name,
            "operations in each second, the warm-up included; done are those that succeeded",
            String.format(
                Locale.ROOT,
                "Of %,.0f operations due while the run counted, %,.0f were sent over a second late.",
                counters.get(Counters.DUE),
                counters.getOrDefault(Counters.DUE_LATE, 0.0)),
            List.of(),
            new LineChart(plot),
            csv));
  }

  private static Series.Mark mark(double second, double count, String what) {
    return new Series.Mark(
        second, count, "second %s: %s %s".formatted(text(second), text(count), what));
  }

  private static String text(double number) {
    return String.format(Locale.ROOT, "%.0f", number);
  }

  private String name(MeasuredPoint point) {
    StringBuilder name = new StringBuilder(point.system());
    experiment
        .dimensions()
        .forEach(
            dimension ->
                name.append(", ")
                    .append(dimension.label())
                    .append(' ')
                    .append(point.at(dimension)));
    return name.toString();
  }

  /** None if the file is missing or isn't readable. */
  private static List<Second> seconds(Path timeline) {
    if (!Files.isRegularFile(timeline)) {
      return List.of();
    }
    try {
      List<String> lines = Files.readAllLines(timeline);
      List<String> header = Csv.fields(lines.isEmpty() ? "" : lines.get(0));
      List<Second> seconds = new ArrayList<>();
      for (String line : lines.subList(Math.min(1, lines.size()), lines.size())) {
        List<String> fields = Csv.fields(line);
        double offered = 0;
        double done = 0;
        for (int i = 1; i < Math.min(header.size(), fields.size()); i++) {
          double count = number(fields.get(i));
          offered += header.get(i).equals(RunFiles.OFFERED) ? count : 0;
          done += YcsbReport.isOperation(header.get(i)) ? count : 0;
        }
        seconds.add(new Second(number(fields.get(0)), offered, done));
      }
      return seconds;
    } catch (IOException | NumberFormatException e) {
      return List.of();
    }
  }

  private static double number(String field) {
    double number = Double.parseDouble(field);
    if (!Double.isFinite(number)) {
      throw new NumberFormatException(field);
    }
    return number;
  }
}
