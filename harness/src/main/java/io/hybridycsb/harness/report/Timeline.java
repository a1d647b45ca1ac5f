package io.hybridycsb.harness.report;

import io.hybridycsb.harness.report.chart.Scale;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What happened during a run, second by second: the file {@code timeline.csv} beside its result,
 * with the columns second, committed (operations in that second) and event (a few words, mostly
 * empty).
 *
 * @param committed the second and how many operations were committed in it
 */
record Timeline(List<double[]> committed, List<Scale.Tick> events) {
  static final String FILE = "timeline.csv";

  /** Empty if the run has none, or one that can't be read. */
  static Optional<Timeline> of(MeasuredRun run) {
    Path file = run.file().resolveSibling(FILE);
    if (!Files.isRegularFile(file)) {
      return Optional.empty();
    }
    try {
      return parse(Files.readAllLines(file));
    } catch (IOException | NumberFormatException e) {
      return Optional.empty();
    }
  }

  private static Optional<Timeline> parse(List<String> lines) {
    List<String> header = Csv.fields(lines.isEmpty() ? "" : lines.get(0));
    int second = header.indexOf("second");
    int committed = header.indexOf("committed");
    int event = header.indexOf("event");
    if (second < 0 || committed < 0) {
      return Optional.empty();
    }
    List<double[]> counts = new ArrayList<>();
    List<Scale.Tick> events = new ArrayList<>();
    for (String line : lines.subList(1, lines.size())) {
      List<String> fields = Csv.fields(line);
      if (fields.size() < header.size()) {
        continue;
      }
      double at = Double.parseDouble(fields.get(second));
      if (!fields.get(committed).isEmpty()) {
        counts.add(new double[] {at, Double.parseDouble(fields.get(committed))});
      }
      if (event >= 0 && !fields.get(event).isEmpty()) {
        events.add(new Scale.Tick(at, fields.get(event)));
      }
    }
    return counts.isEmpty() ? Optional.empty() : Optional.of(new Timeline(counts, events));
  }
}
