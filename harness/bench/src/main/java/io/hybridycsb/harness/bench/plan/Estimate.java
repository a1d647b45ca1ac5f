package io.hybridycsb.harness.bench.plan;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;

/** Estimates the remaining time from the steps already done. */
public final class Estimate {
  private final Map<String, List<Double>> runSeconds = new HashMap<>();
  private final Map<String, List<Double>> startSeconds = new HashMap<>();

  public void ran(String system, double seconds) {
    runSeconds.computeIfAbsent(system, unused -> new ArrayList<>()).add(seconds);
  }

  /** Records how long starting and loading a cluster took. */
  public void started(String system, double seconds) {
    startSeconds.computeIfAbsent(system, unused -> new ArrayList<>()).add(seconds);
  }

  /**
   * Seconds that remain.
   *
   * @param runs still to be done, by system
   * @param starts still to be done, by system
   * @return empty if nothing has been done yet to estimate from
   */
  public OptionalDouble remaining(Map<String, Integer> runs, Map<String, Integer> starts) {
    if (runSeconds.isEmpty()) {
      return OptionalDouble.empty();
    }
    return OptionalDouble.of(sum(runs, runSeconds) + sum(starts, startSeconds));
  }

  /** A system without measurements is estimated as the mean of the others. */
  private static double sum(Map<String, Integer> counts, Map<String, List<Double>> known) {
    double overall =
        known.values().stream()
            .flatMap(List::stream)
            .mapToDouble(Double::doubleValue)
            .average()
            .orElse(0);
    return counts.entrySet().stream()
        .mapToDouble(
            entry ->
                entry.getValue()
                    * known.getOrDefault(entry.getKey(), List.of()).stream()
                        .mapToDouble(Double::doubleValue)
                        .average()
                        .orElse(overall))
        .sum();
  }

  /** {@code 45 s}, {@code 12 min}, {@code 3 h 20 min}. */
  public static String inWords(double seconds) {
    long minutes = Math.round(seconds / 60);
    if (seconds < 90) {
      return Math.round(seconds) + " s";
    }
    return minutes < 90 ? minutes + " min" : "%d h %d min".formatted(minutes / 60, minutes % 60);
  }
}
