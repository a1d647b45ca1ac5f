package io.hybridycsb.harness.compare;

import io.hybridycsb.harness.report.runs.Histograms;
import io.hybridycsb.harness.report.runs.MeasuredPoint;
import io.hybridycsb.harness.report.runs.MeasuredRun;
import io.hybridycsb.harness.report.runs.Metric;
import io.hybridycsb.harness.results.Spread;
import io.hybridycsb.harness.ycsb.YcsbReport;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.HdrHistogram.Histogram;

/** The figures that are compared. */
enum Measure {
  THROUGHPUT("operations/s", point -> point.spread(Metric.ACKNOWLEDGED).map(Sample::mean)),
  CPU("CPU ms per operation", point -> point.spread(Metric.CPU).map(Sample::mean)),
  READ_P50("read p50 ms", point -> percentile(point, "READ", 50)),
  READ_P99("read p99 ms", point -> percentile(point, "READ", 99)),
  UPDATE_P50("update p50 ms", point -> percentile(point, "UPDATE", 50)),
  UPDATE_P99("update p99 ms", point -> percentile(point, "UPDATE", 99)),
  TRANSACTION_P50("transaction p50 ms", point -> percentile(point, YcsbReport.TRANSACTION, 50)),
  TRANSACTION_P99("transaction p99 ms", point -> percentile(point, YcsbReport.TRANSACTION, 99));

  static final List<Measure> LATENCIES =
      List.of(READ_P50, READ_P99, UPDATE_P50, UPDATE_P99, TRANSACTION_P50, TRANSACTION_P99);

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

  /** Of all repeats' operations together; its range is that of the single repeats. */
  private static Optional<Sample> percentile(MeasuredPoint point, String kind, double percentile) {
    List<Histogram> repeats =
        point.counted().stream()
            .map((MeasuredRun run) -> run.latencies(kind))
            .flatMap(Optional::stream)
            .toList();
    Optional<Spread> single =
        Spread.of(
            repeats.stream().map(repeat -> Histograms.percentileMs(repeat, percentile)).toList());
    return Histograms.merged(repeats)
        .flatMap(
            all ->
                single.map(
                    range ->
                        new Sample(
                            Histograms.percentileMs(all, percentile),
                            range.min(),
                            range.max(),
                            range.count())));
  }
}
