package io.hybridycsb.harness.report.figures;

import io.hybridycsb.harness.files.Csv;
import io.hybridycsb.harness.files.Resource;
import io.hybridycsb.harness.results.Paper;
import io.hybridycsb.harness.results.runs.MeasuredExperiment;
import io.hybridycsb.harness.results.runs.Metric;
import java.util.List;

/** What the papers have seen in their figures, from our own list. */
final class PublishedShapes {
  private static final List<Line> ALL =
      Resource.text(PublishedShapes.class, "published-shapes.csv")
          .lines()
          .skip(1)
          .map(Line::parse)
          .toList();

  private PublishedShapes() {}

  /** One line of the list. */
  private record Line(Published.Source source, String metric, Shape shape) {
    static Line parse(String line) {
      List<String> fields = Csv.fields(line);
      if (fields.size() != 5) {
        throw new IllegalArgumentException("five fields expected: " + line);
      }
      return new Line(
          new Published.Source(Paper.of(fields.get(0)), fields.get(1)),
          fields.get(2),
          new Shape(fields.get(3), fields.get(4)));
    }
  }

  /** What the figures that an experiment reproduces have shown of a metric. */
  static List<Shape> of(MeasuredExperiment experiment, Metric metric) {
    return ALL.stream()
        .filter(line -> line.source().isOf(experiment))
        .filter(line -> line.metric().equals(metric.published()))
        .map(Line::shape)
        .toList();
  }
}
