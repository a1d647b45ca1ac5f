package io.hybridycsb.harness.results.runs;

import io.hybridycsb.harness.results.RunResult;
import java.nio.ByteBuffer;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.zip.DataFormatException;
import org.HdrHistogram.Histogram;

/** Distributions of latencies in microseconds, merged without loss. */
public final class Histograms {
  /** The digits of stored results. */
  private static final int DIGITS_MIN = 3;

  private Histograms() {}

  /**
   * The histogram that a result holds.
   *
   * @throws IllegalArgumentException if it can't be read
   */
  static Histogram decoded(RunResult.Latency latency) {
    try {
      byte[] bytes = Base64.getDecoder().decode(latency.histogram());
      return Histogram.decodeFromCompressedByteBuffer(ByteBuffer.wrap(bytes), 0);
    } catch (DataFormatException | RuntimeException e) {
      throw new IllegalArgumentException("a histogram can't be read: " + e.getMessage(), e);
    }
  }

  /** All histograms merged, with every count of every bucket; empty if there are none. */
  public static Optional<Histogram> merged(List<Histogram> histograms) {
    if (histograms.isEmpty()) {
      return Optional.empty();
    }
    int digits =
        histograms.stream()
            .mapToInt(Histogram::getNumberOfSignificantValueDigits)
            .max()
            .orElse(DIGITS_MIN);
    Histogram all = new Histogram(digits);
    all.setAutoResize(true);
    histograms.forEach(all::add);
    return Optional.of(all);
  }

  public static double percentileMs(Histogram histogram, double percentile) {
    return histogram.getValueAtPercentile(percentile) / 1000.0;
  }
}
