package io.hybridycsb.harness.compare;

import io.hybridycsb.harness.ratio.Sample;
import io.hybridycsb.harness.results.Percentiles;
import io.hybridycsb.harness.results.RunResult.Phase;
import io.hybridycsb.harness.results.Spread;
import io.hybridycsb.harness.results.YcsbReport;
import io.hybridycsb.harness.results.runs.Histograms;
import io.hybridycsb.harness.results.runs.MeasuredPoint;
import io.hybridycsb.harness.results.runs.MeasuredRun;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import org.HdrHistogram.Histogram;

/** The figures that are compared. */
enum Measure {
  THROUGHPUT(
      "operations/s",
      point ->
          mean(
              point,
              run ->
                  run.result().run().stream().mapToDouble(Phase::acknowledgedPerSecond).findFirst(),
              phase -> phase.seconds() > 0 ? 1 / phase.seconds() : 1)),
  CPU(
      "CPU ms per operation",
      point ->
          mean(
              point,
              MeasuredRun::cpuMsPerOperation,
              phase -> Measure.CPU_TICK_MS / phase.acknowledged())),
  READ_P50("read p50 ms", point -> percentile(point, "READ", 50)),
  READ_P99("read p99 ms", point -> percentile(point, "READ", 99)),
  UPDATE_P50("update p50 ms", point -> percentile(point, "UPDATE", 50)),
  UPDATE_P99("update p99 ms", point -> percentile(point, "UPDATE", 99)),
  TRANSACTION_P50("transaction p50 ms", point -> percentile(point, YcsbReport.TRANSACTION, 50)),
  TRANSACTION_P99("transaction p99 ms", point -> percentile(point, YcsbReport.TRANSACTION, 99));

  static final List<Measure> LATENCIES =
      List.of(READ_P50, READ_P99, UPDATE_P50, UPDATE_P99, TRANSACTION_P50, TRANSACTION_P99);

  /** What Linux counts a process's CPU time in. */
  private static final double CPU_TICK_MS = 10;

  /** Histograms tell values apart that differ by a thousandth, and no less than 1 µs. */
  private static final double LATENCY_SHARE = 0.001;

  private static final double LATENCY_MS = 0.001;

  private final String title;
  private final Function<MeasuredPoint, Optional<Sample>> of;

  Measure(String title, Function<MeasuredPoint, Optional<Sample>> of) {
    this.title = title;
    this.of = of;
  }

  /** The name for readers, with the unit. */
  String title() {
    return title;
  }

  boolean latency() {
    return LATENCIES.contains(this);
  }

  /** Otherwise less of it is. */
  boolean moreIsBetter() {
    return this == THROUGHPUT;
  }

  /** Of a point's runs that count; empty if none has it. */
  Optional<Sample> of(MeasuredPoint point) {
    return of.apply(point);
  }

  /**
   * The mean of all repeats.
   *
   * @param resolution of a run's figure; the coarsest run's is taken
   */
  private static Optional<Sample> mean(
      MeasuredPoint point,
      Function<MeasuredRun, OptionalDouble> figure,
      ToDoubleFunction<Phase> resolution) {
    List<MeasuredRun> runs =
        point.counted().stream().filter(run -> figure.apply(run).isPresent()).toList();
    return Sample.mean(
        runs.stream().map(run -> figure.apply(run).getAsDouble()).toList(),
        runs.stream()
            .flatMap(run -> run.result().run().stream())
            .mapToDouble(resolution)
            .max()
            .orElse(0));
  }

  /**
   * Its value is that of all repeats' operations together; empty if one of the repeats has too few
   * to tell it.
   */
  private static Optional<Sample> percentile(MeasuredPoint point, String kind, double percentile) {
    List<Histogram> repeats =
        point.counted().stream()
            .map((MeasuredRun run) -> run.latencies(kind))
            .flatMap(Optional::stream)
            .toList();
    if (!repeats.stream()
        .allMatch(repeat -> Percentiles.isTold(percentile, repeat.getTotalCount()))) {
      return Optional.empty();
    }
    Optional<Spread> single =
        Spread.of(
            repeats.stream().map(repeat -> Histograms.percentileMs(repeat, percentile)).toList());
    return Histograms.merged(repeats)
        .flatMap(
            all ->
                single.map(
                    spread ->
                        new Sample(
                            Histograms.percentileMs(all, percentile),
                            spread,
                            Math.max(LATENCY_MS, spread.max() * LATENCY_SHARE))));
  }
}
