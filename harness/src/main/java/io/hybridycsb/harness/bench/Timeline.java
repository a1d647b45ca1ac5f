package io.hybridycsb.harness.bench;

import io.hybridycsb.harness.HarnessException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/** Operations that succeeded, by the second in which they did. */
final class Timeline {
  private static final long STEP_MS = 1000;
  private static final Set<String> WRITES = Set.of("UPDATE", "INSERT");

  private final SortedMap<String, SortedMap<Long, Long>> byKind = new TreeMap<>();

  /**
   * Adds an interval's count.
   *
   * @param endMs since the epoch
   */
  void add(String kind, long endMs, long count) {
    // An interval of a second lies in two of the clock's; it counts for that of its middle.
    long second = (endMs - STEP_MS / 2) / STEP_MS;
    byKind.computeIfAbsent(kind, unused -> new TreeMap<>()).merge(second, count, Long::sum);
  }

  /** By second since the epoch, without gaps: writes if there are any, otherwise everything. */
  private SortedMap<Long, Long> writes() {
    boolean writes = byKind.keySet().stream().anyMatch(WRITES::contains);
    SortedMap<Long, Long> sum = new TreeMap<>();
    byKind.forEach(
        (kind, counts) ->
            counts.forEach(
                (second, count) ->
                    sum.merge(second, !writes || WRITES.contains(kind) ? count : 0, Long::sum)));
    if (!sum.isEmpty()) {
      for (long second = sum.firstKey(); second <= sum.lastKey(); second++) {
        sum.putIfAbsent(second, 0L);
      }
    }
    return sum;
  }

  /** The mean of the seconds that lie wholly between two moments; 0 if none does. */
  double perSecond(long fromMs, long toMs) {
    return writes().entrySet().stream()
        .filter(entry -> entry.getKey() * STEP_MS >= fromMs)
        .filter(entry -> toMs == Long.MAX_VALUE || (entry.getKey() + 1) * STEP_MS <= toMs)
        .mapToLong(Map.Entry::getValue)
        .average()
        .orElse(0);
  }

  /** The longest time without a write that begins after a moment, to the second. */
  long longestPauseMs(long fromMs) {
    long longest = 0;
    long current = 0;
    for (Map.Entry<Long, Long> entry : writes().entrySet()) {
      boolean paused = entry.getValue() == 0 && (entry.getKey() + 1) * STEP_MS > fromMs;
      current = paused ? current + STEP_MS : 0;
      longest = Math.max(longest, current);
    }
    return longest;
  }

  /**
   * The beginning of the first second after a moment with so many writes; empty if there's none.
   */
  OptionalLong firstAtLeast(double count, long fromMs) {
    return writes().entrySet().stream()
        .filter(entry -> entry.getKey() * STEP_MS >= fromMs)
        .filter(entry -> entry.getValue() >= count)
        .mapToLong(entry -> entry.getKey() * STEP_MS)
        .findFirst();
  }

  /** Writes a table: the second since the first, and the operations of each kind. */
  void write(Path csv) {
    SortedMap<Long, Long> seconds = writes();
    StringBuilder text = new StringBuilder("second");
    byKind.keySet().forEach(kind -> text.append(',').append(kind));
    text.append('\n');
    for (long second : seconds.keySet()) {
      text.append(second - seconds.firstKey());
      byKind.values().forEach(counts -> text.append(',').append(counts.getOrDefault(second, 0L)));
      text.append('\n');
    }
    try {
      Files.write(csv, List.of(text.toString().stripTrailing()));
    } catch (IOException e) {
      throw new HarnessException("cannot write " + csv + ": " + e.getMessage(), e);
    }
  }
}
