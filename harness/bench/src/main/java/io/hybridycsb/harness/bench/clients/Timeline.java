package io.hybridycsb.harness.bench.clients;

import io.hybridycsb.harness.files.Csv;
import io.hybridycsb.harness.files.Disk;
import io.hybridycsb.harness.results.RunFiles;
import io.hybridycsb.harness.results.YcsbReport;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.TreeMap;

/** The successful operations of each second. */
public final class Timeline {
  private static final long STEP_MS = 1000;

  private final SortedMap<String, SortedMap<Long, Double>> byKind = new TreeMap<>();
  private final Map<String, Long> beginsMs = new HashMap<>();
  private final SortedMap<Long, Double> offered = new TreeMap<>();
  private long untilMs = Long.MIN_VALUE;
  private long lastMs = Long.MIN_VALUE;

  /**
   * Adds an interval's count, spread evenly over the clock's seconds that the interval touches.
   *
   * @param startMs since the epoch
   * @param endMs since the epoch
   */
  public void add(String kind, long startMs, long endMs, long count) {
    SortedMap<Long, Double> counts = byKind.computeIfAbsent(kind, unused -> new TreeMap<>());
    beginsMs.merge(kind, startMs, Math::min);
    lastMs = Math.max(lastMs, startMs);
    spread(counts, startMs, endMs, count);
  }

  /** Adds operations that were due in a stretch of time, by a curve or a trace. */
  public void addOffered(long startMs, long endMs, long count) {
    spread(offered, startMs, endMs, count);
  }

  private static void spread(SortedMap<Long, Double> counts, long startMs, long endMs, long count) {
    long lengthMs = Math.max(1, endMs - startMs);
    for (long second = startMs / STEP_MS; second * STEP_MS < endMs; second++) {
      long overlapMs =
          Math.min(endMs, (second + 1) * STEP_MS) - Math.max(startMs, second * STEP_MS);
      counts.merge(second, count * (double) overlapMs / lengthMs, Double::sum);
    }
  }

  /**
   * Tells until when clients asked for operations. Seconds before then without a successful
   * operation count as 0 instead of ending the table.
   *
   * @param ms since the epoch
   */
  public void until(long ms) {
    untilMs = ms;
  }

  /**
   * When the last interval with a successful operation began. Its end says less: YCSB ends it only
   * after the workload's own checks.
   *
   * @return milliseconds since the epoch; {@link Long#MIN_VALUE} if there was none
   */
  public long lastMs() {
    return lastMs;
  }

  private boolean hasWrites() {
    return byKind.keySet().stream().anyMatch(YcsbReport::isWrite);
  }

  /**
   * By second since the epoch, without gaps: the writes, or all operations if there are no writes.
   */
  private SortedMap<Long, Double> writes() {
    boolean writes = hasWrites();
    SortedMap<Long, Double> sum = new TreeMap<>();
    byKind.forEach(
        (kind, counts) ->
            counts.forEach(
                (second, count) ->
                    sum.merge(
                        second, !writes || YcsbReport.isWrite(kind) ? count : 0, Double::sum)));
    if (!sum.isEmpty()) {
      long last = Math.max(sum.lastKey(), untilMs / STEP_MS - 1);
      for (long second = sum.firstKey(); second <= last; second++) {
        sum.putIfAbsent(second, 0.0);
      }
    }
    return sum;
  }

  /**
   * The mean over the seconds that lie wholly between two moments and within the measurement; empty
   * if there are none.
   */
  public OptionalDouble perSecond(long fromMs, long toMs) {
    long beginMs = Math.max(fromMs, beginMs());
    long endMs = untilMs == Long.MIN_VALUE ? toMs : Math.min(toMs, untilMs);
    return writes().entrySet().stream()
        .filter(entry -> entry.getKey() * STEP_MS >= beginMs)
        .filter(entry -> endMs == Long.MAX_VALUE || (entry.getKey() + 1) * STEP_MS <= endMs)
        .mapToDouble(Map.Entry::getValue)
        .average();
  }

  /** When the first operation of {@link #writes} began. */
  private long beginMs() {
    boolean writes = hasWrites();
    return beginsMs.entrySet().stream()
        .filter(entry -> !writes || YcsbReport.isWrite(entry.getKey()))
        .mapToLong(Map.Entry::getValue)
        .min()
        .orElse(Long.MIN_VALUE);
  }

  /** The longest time without a write that begins after a moment, in whole seconds. */
  public long longestPauseMs(long fromMs) {
    long longest = 0;
    long current = 0;
    for (Map.Entry<Long, Double> entry : writes().entrySet()) {
      boolean paused = entry.getValue() < 0.5 && (entry.getKey() + 1) * STEP_MS > fromMs;
      current = paused ? current + STEP_MS : 0;
      longest = Math.max(longest, current);
    }
    return longest;
  }

  /**
   * The beginning of the first second after a moment with at least this many writes; empty if none.
   */
  public OptionalLong firstAtLeast(double count, long fromMs) {
    return writes().entrySet().stream()
        .filter(entry -> entry.getKey() * STEP_MS >= fromMs)
        .filter(entry -> entry.getValue() >= count)
        .mapToLong(entry -> entry.getKey() * STEP_MS)
        .findFirst();
  }

  /** A moment, in seconds since the begin of the table's first second. */
  public double secondOf(long ms) {
    SortedMap<Long, Double> seconds = writes();
    return seconds.isEmpty() ? 0 : (ms - seconds.firstKey() * STEP_MS) / (double) STEP_MS;
  }

  /**
   * Writes a table: the second since the first, the operations of each kind, and those that were
   * due, if a curve or a trace says so.
   */
  public void write(Path csv) {
    SortedMap<Long, Double> seconds = writes();
    List<String> fields = new ArrayList<>(List.of("second"));
    fields.addAll(byKind.keySet());
    if (!offered.isEmpty()) {
      fields.add(RunFiles.OFFERED);
    }
    StringBuilder text = new StringBuilder(Csv.line(fields));
    for (long second : seconds.keySet()) {
      fields = new ArrayList<>(List.of(Long.toString(second - seconds.firstKey())));
      for (SortedMap<Long, Double> counts : byKind.values()) {
        fields.add(Long.toString(Math.round(counts.getOrDefault(second, 0.0))));
      }
      if (!offered.isEmpty()) {
        fields.add(Long.toString(Math.round(offered.getOrDefault(second, 0.0))));
      }
      text.append(Csv.line(fields));
    }
    Disk.write(csv, text);
  }
}
