package io.hybridycsb.harness.compare;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.datatype.jdk8.Jdk8Module;
import io.hybridycsb.harness.HarnessException;
import io.hybridycsb.harness.files.WholeFile;
import java.io.IOException;
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

  private static final ObjectMapper JSON =
      JsonMapper.builder()
          .addModule(new Jdk8Module())
          .enable(SerializationFeature.INDENT_OUTPUT)
          .build();

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
      Map<String, Integer> runs,
      List<Figure> figures) {}

  private record Figure(
      String name,
      boolean decides,
      String verdict,
      Optional<Values> a,
      Optional<Values> b,
      OptionalDouble changePercent,
      OptionalDouble low,
      OptionalDouble high,
      OptionalInt repeatsToDecide) {}

  private record Values(double value, double min, double max, int runs) {}

  /** Writes the file atomically. */
  public static void write(Path file, Comparison comparison) {
    try {
      WholeFile.write(file, text(comparison));
    } catch (IOException e) {
      throw new HarnessException("cannot write " + file + ": " + e.getMessage(), e);
    }
  }

  static String text(Comparison comparison) throws JsonProcessingException {
    Bounds bounds = comparison.bounds();
    return JSON.writeValueAsString(
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
        Map.of("a", point.a().counted().size(), "b", point.b().counted().size()),
        point.figures().stream().map(ComparisonJson::figure).toList());
  }

  private static Figure figure(ComparedFigure figure) {
    return new Figure(
        figure.measure().name().toLowerCase(Locale.ROOT),
        figure.decides(),
        figure.verdict().words(),
        figure.a().map(ComparisonJson::values),
        figure.b().map(ComparisonJson::values),
        finite(figure.changePercent()),
        finite(figure.ratio().map(RatioOfMeans::low)),
        finite(figure.ratio().map(RatioOfMeans::high)),
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
