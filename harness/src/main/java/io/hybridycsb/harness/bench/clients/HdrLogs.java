package io.hybridycsb.harness.bench.clients;

import io.hybridycsb.harness.HarnessException;
import io.hybridycsb.harness.results.RunResult.Latency;
import io.hybridycsb.harness.ycsb.YcsbReport;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Base64;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.HdrHistogram.EncodableHistogram;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogReader;

/**
 * The histogram logs that YCSB's processes have written, a file for each process and kind of
 * operation: {@code client1-READ.hdr}. Their counts are added up bucket by bucket, so several
 * processes' percentiles are as exact as one's.
 *
 * <p>YCSB measures what didn't succeed under names of its own, such as READ-FAILED.
 */
public final class HdrLogs {
  static final String SUFFIX = ".hdr";
  static final String INTENDED = "Intended-";

  /** As YCSB records: three digits, microseconds. */
  private static final int DIGITS = 3;

  private static final List<String> PERCENTILES = List.of("50", "90", "95", "99", "99.9", "99.99");

  private final SortedMap<String, Histogram> histograms = new TreeMap<>();
  private final Timeline timeline = new Timeline();
  private long firstMs = Long.MAX_VALUE;
  private long lastMs = Long.MIN_VALUE;

  /** What a process' YCSB puts before the names of its files. */
  static String prefix(String client) {
    return client + "-";
  }

  /** Reads all logs of these processes. */
  public static HdrLogs read(Path directory, List<String> clients) {
    HdrLogs logs = new HdrLogs();
    try (Stream<Path> files = Files.list(directory)) {
      for (Path file : files.sorted().toList()) {
        for (String client : clients) {
          String name = file.getFileName().toString();
          if (name.startsWith(prefix(client)) && name.endsWith(SUFFIX)) {
            String measured =
                name.substring(prefix(client).length(), name.length() - SUFFIX.length());
            logs.add(measured, file);
          }
        }
      }
    } catch (IOException e) {
      throw new HarnessException("cannot read " + directory + ": " + e.getMessage(), e);
    }
    return logs;
  }

  /** What is measured, each with all values of all files: READ, READ-FAILED, Intended-READ, ... */
  SortedMap<String, Histogram> histograms() {
    return Collections.unmodifiableSortedMap(histograms);
  }

  /**
   * Adds a file's counts.
   *
   * @param measured what it holds, such as READ
   * @return how many intervals it has
   * @throws HarnessException if it was cut off, as on a full disk
   */
  int add(String measured, Path file) throws IOException {
    try {
      return addIntervals(measured, file);
    } catch (NoSuchElementException | IllegalArgumentException | IndexOutOfBoundsException e) {
      throw new HarnessException(
          "%s is damaged, not a whole histogram log; is there room on the disk?".formatted(file),
          e);
    }
  }

  /** A log that was cut off makes its reader fail in ways of its own. */
  private int addIntervals(String measured, Path file) throws IOException {
    Histogram sum = histograms.computeIfAbsent(measured, unused -> new Histogram(DIGITS));
    try (HistogramLogReader reader = new HistogramLogReader(file.toFile())) {
      int intervals = 0;
      while (reader.hasNext()) {
        EncodableHistogram interval = reader.nextIntervalHistogram();
        if (interval instanceof Histogram) {
          Histogram counts = (Histogram) interval;
          sum.add(counts);
          if (isWork(measured)) {
            // A log begins when its first operation ends: that one began before.
            long beforeMs = intervals == 0 ? counts.getMaxValue() / 1000 : 0;
            firstMs = Math.min(firstMs, counts.getStartTimeStamp() - beforeMs);
            lastMs = Math.max(lastMs, counts.getEndTimeStamp());
          }
          intervals++;
          if (YcsbReport.isOperation(measured) && counts.getTotalCount() > 0) {
            timeline.add(
                measured,
                counts.getStartTimeStamp(),
                counts.getEndTimeStamp(),
                counts.getTotalCount());
          }
        }
      }
      return intervals;
    }
  }

  /** Whether operations on records are measured under this name, whatever came of them. */
  private static boolean isWork(String measured) {
    return YcsbReport.isOperation(measured.replaceFirst("-.*", ""));
  }

  /**
   * From the first operation's begin, at the latest, to the end of the measuring: without the time
   * that clients took to connect. 0 if there was no operation.
   */
  double seconds() {
    return firstMs > lastMs ? 0 : (lastMs - firstMs) / 1000.0;
  }

  /**
   * Tells the timeline for how long clients have begun operations.
   *
   * @param seconds from the clients' start to their end
   * @param limitSeconds after which they began no more, and waited for those under way; 0: no limit
   */
  public void ended(double seconds, long limitSeconds) {
    double waited = limitSeconds > 0 ? Math.max(0, seconds - limitSeconds) : 0;
    if (firstMs <= lastMs) {
      timeline.until(lastMs - Math.round(waited * 1000));
    }
  }

  /** Operations that succeeded, second by second. */
  public Timeline timeline() {
    return timeline;
  }

  /** Kinds of operations that were measured, from when they were sent: READ, READ-FAILED, ... */
  List<String> measured() {
    return histograms.keySet().stream().filter(name -> !name.startsWith(INTENDED)).toList();
  }

  /** From when operations were sent; of several kinds together; null if there were none. */
  Latency latency(String... kinds) {
    return latency(Arrays.stream(kinds));
  }

  /** From when operations should have been sent. */
  Latency intendedLatency(String... kinds) {
    return latency(Arrays.stream(kinds).map(INTENDED::concat));
  }

  private Latency latency(Stream<String> names) {
    Histogram sum = new Histogram(DIGITS);
    names.map(histograms::get).filter(found -> found != null).forEach(sum::add);
    return sum.getTotalCount() == 0 ? null : latency(sum);
  }

  private static Latency latency(Histogram us) {
    Map<String, Double> percentilesMs = new LinkedHashMap<>();
    for (String percentile : PERCENTILES) {
      percentilesMs.put(percentile, ms(us.getValueAtPercentile(Double.parseDouble(percentile))));
    }
    return new Latency(
        us.getTotalCount(),
        us.getMean() / 1000,
        ms(us.getMinValue()),
        ms(us.getMaxValue()),
        percentilesMs,
        encoded(us));
  }

  private static double ms(long us) {
    return us / 1000.0;
  }

  private static String encoded(Histogram histogram) {
    ByteBuffer buffer = ByteBuffer.allocate(histogram.getNeededByteBufferCapacity());
    int length = histogram.encodeIntoCompressedByteBuffer(buffer);
    return Base64.getEncoder().encodeToString(Arrays.copyOf(buffer.array(), length));
  }
}
