package io.hybridycsb.harness.report.figures;

import io.hybridycsb.harness.files.Csv;
import io.hybridycsb.harness.report.chart.Scale;
import io.hybridycsb.harness.results.Counters;
import io.hybridycsb.harness.results.RunFiles;
import io.hybridycsb.harness.results.YcsbReport;
import io.hybridycsb.harness.results.runs.MeasuredRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A run second by second: the file {@link RunFiles#TIMELINE} beside its result, with the second in
 * the first column and the successful operations of each kind in the others.
 *
 * @param counts each second with its successful operations: writes if there are any, otherwise all
 * @param events the kill of a node and what followed, as far as the run's counters tell
 */
record CrashTimeline(List<double[]> counts, List<Scale.Tick> events) {
  /** Empty if the run has no crash or no readable timeline. */
  static Optional<CrashTimeline> of(MeasuredRun run) {
    Path file = run.file().resolveSibling(RunFiles.TIMELINE);
    Map<String, Double> counters = run.counters();
    if (counters.keySet().stream().noneMatch(name -> name.startsWith(Counters.CRASH))
        || !Files.isRegularFile(file)) {
      return Optional.empty();
    }
    try {
      List<double[]> counts = counts(Files.readAllLines(file));
      return counts.isEmpty()
          ? Optional.empty()
          : Optional.of(new CrashTimeline(counts, events(counters)));
    } catch (IOException | NumberFormatException e) {
      return Optional.empty();
    }
  }

  private static List<double[]> counts(List<String> lines) {
    List<String> header = Csv.fields(lines.isEmpty() ? "" : lines.get(0));
    boolean writes = header.stream().anyMatch(YcsbReport::isWrite);
    List<double[]> counts = new ArrayList<>();
    for (String line : lines.subList(Math.min(1, lines.size()), lines.size())) {
      List<String> fields = Csv.fields(line);
      double sum = 0;
      for (int i = 1; i < Math.min(header.size(), fields.size()); i++) {
        String kind = header.get(i);
        if (writes ? YcsbReport.isWrite(kind) : YcsbReport.isOperation(kind)) {
          sum += Double.parseDouble(fields.get(i));
        }
      }
      counts.add(new double[] {Double.parseDouble(fields.get(0)), sum});
    }
    return counts;
  }

  /** Each event's counter is in seconds after the event before it. */
  private static List<Scale.Tick> events(Map<String, Double> counters) {
    Double at = counters.get(Counters.KILL_SECOND);
    Double dead = counters.get(Counters.SECONDS_DEAD);
    Double ready = counters.get(Counters.RESTART_TO_READY);
    List<Scale.Tick> events = new ArrayList<>();
    if (at != null) {
      events.add(new Scale.Tick(at, "killed"));
      if (dead != null) {
        events.add(new Scale.Tick(at + dead, "restarted"));
        if (ready != null) {
          events.add(new Scale.Tick(at + dead + ready, "ready"));
        }
      }
    }
    return events;
  }
}
