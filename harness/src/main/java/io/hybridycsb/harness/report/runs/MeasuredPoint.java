package io.hybridycsb.harness.report.runs;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import org.HdrHistogram.Histogram;

/** One system at one combination of varied settings, with all its repeats. */
public record MeasuredPoint(String system, Map<String, String> varied, List<MeasuredRun> runs) {
  /** The runs whose numbers count; the others are listed, never drawn. */
  public List<MeasuredRun> counted() {
    return runs.stream().filter(MeasuredRun::counts).toList();
  }

  /** A metric over the runs that count; empty if none has it. */
  public Optional<Spread> spread(Metric metric) {
    List<Double> values = new ArrayList<>();
    for (MeasuredRun run : counted()) {
      OptionalDouble value = metric.of().apply(run);
      value.ifPresent(values::add);
    }
    return Spread.of(values);
  }

  /** The latencies of all runs that count, as one distribution. */
  public Optional<Histogram> latencies() {
    return Histograms.merged(
        counted().stream().map(MeasuredRun::latencies).flatMap(Optional::stream).toList());
  }
}
