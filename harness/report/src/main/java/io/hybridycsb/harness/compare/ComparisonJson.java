package io.hybridycsb.harness.compare;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.hybridycsb.harness.files.Json;
import io.hybridycsb.harness.ratio.RatioOfMeans;
import io.hybridycsb.harness.ratio.Sample;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;

/** A comparison for programs. docs/comparing.md explains the fields. */
public final class ComparisonJson {
  /** The version of this form. */
  private static final int FORMAT = 2;

  private ComparisonJson() {}

  private record Document(
      int format,
      double boundPercent,
      OptionalDouble latencyBoundPercent,
      int regressions,
      List<String> warnings,
      List<Point> points) {}

  private record Point(
      String experiment,
      String system,
      Map<String, String> varied,
      String verdict,
      boolean regression,
      boolean onlyAccepted,
      Runs runs,
      List<Figure> figures) {}

  private record Runs(int a, int b) {}

  private record Figure(
      String name,
      boolean decides,
      String verdict,
      Optional<Values> a,
      Optional<Values> b,
      @JsonUnwrapped Change change,
      OptionalInt repeatsToDecide) {}

  private record Change(OptionalDouble changePercent, OptionalDouble low, OptionalDouble high) {}

  private record Values(double value, double min, double max, int runs) {}

  /** Writes the file atomically. */
  public static void write(Path file, Comparison comparison) {
    Bounds bounds = comparison.bounds();
    Json.write(
        file,
        new Document(
            FORMAT,
            bounds.percent(),
            bounds.latencyPercent(),
            comparison.regressions().size(),
            Unlike.warnings(comparison),
            comparison.points().stream().map(ComparisonJson::point).toList()));
  }

  private static Point point(ComparedPoint point) {
    return new Point(
        point.experiment(),
        point.a().system(),
        point.a().varied(),
        point.verdict().words(),
        point.verdict().regression(),
        point.onlyAccepted(),
        new Runs(point.a().counted().size(), point.b().counted().size()),
        point.figures().stream().map(ComparisonJson::figure).toList());
  }

  private static Figure figure(ComparedFigure figure) {
    return new Figure(
        figure.measure().name().toLowerCase(Locale.ROOT),
        figure.decides(),
        figure.verdict().words(),
        figure.a().map(ComparisonJson::values),
        figure.b().map(ComparisonJson::values),
        new Change(
            finite(figure.changePercent()),
            finite(figure.ratio().map(RatioOfMeans::low)),
            finite(figure.ratio().map(RatioOfMeans::high))),
        figure.verdict() == Verdict.UNDECIDED ? figure.repeatsToDecide() : OptionalInt.empty());
  }

  private static Values values(Sample sample) {
    return new Values(
        sample.value(), sample.repeats().min(), sample.repeats().max(), sample.runs());
  }

  private static OptionalDouble finite(Optional<Double> number) {
    return finite(number.map(OptionalDouble::of).orElse(OptionalDouble.empty()));
  }

  /** JSON has no infinity. */
  private static OptionalDouble finite(OptionalDouble number) {
    return number.isPresent() && Double.isFinite(number.getAsDouble())
        ? number
        : OptionalDouble.empty();
  }
}
