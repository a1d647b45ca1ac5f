package io.hybridycsb.harness.bench.clients;

import java.util.OptionalDouble;
import org.HdrHistogram.Histogram;

/** How latencies have changed from the first third of a part of a run to its last third. */
final class Growth {
  private static final double MEDIAN = 50;
  private static final double US_PER_MS = 1000;

  private final long fromMs;
  private final long toMs;
  private final Histogram first = new Histogram(HdrLogs.DIGITS);
  private final Histogram last = new Histogram(HdrLogs.DIGITS);

  /**
   * @param part not the whole of a run, which has no thirds
   */
  Growth(HdrLogs.Part part) {
    this.fromMs = part.fromMs();
    this.toMs = part.toMs();
  }

  /** Adds an interval, which belongs where its middle lies. */
  void add(long startMs, long endMs, Histogram us) {
    double thirds = 3 * ((startMs + endMs) / 2.0 - fromMs) / (toMs - fromMs);
    if (thirds < 1) {
      first.add(us);
    } else if (thirds >= 2) {
      last.add(us);
    }
  }

  /** The median latency of the first third, in milliseconds; empty if it has no operations. */
  OptionalDouble firstMedianMs() {
    return medianMs(first);
  }

  /** As {@link #firstMedianMs}, of the last third. */
  OptionalDouble lastMedianMs() {
    return medianMs(last);
  }

  private static OptionalDouble medianMs(Histogram us) {
    return us.getTotalCount() == 0
        ? OptionalDouble.empty()
        : OptionalDouble.of(us.getValueAtPercentile(MEDIAN) / US_PER_MS);
  }
}
