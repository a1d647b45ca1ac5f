package io.hybridycsb.harness.bench.plan;

import io.hybridycsb.harness.system.SystemData;
import io.hybridycsb.harness.system.registry.Systems;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;

/**
 * Estimates how long runs take: by the systems' paces on four otherwise idle cores, before anything
 * has been measured, and then by the steps already done.
 */
public final class Estimate {
  /** The number of nodes for which paces hold; the work grows in proportion to the nodes. */
  private static final double NODES = 4;

  /** A YCSB process' start, connection and end. */
  private static final double CLIENT_SECONDS = 2;

  /** Looking at the servers' processes before and after, and filing what was found. */
  private static final double FILING_SECONDS = 0.5;

  private static final double STOP_SECONDS = 2;

  /** The share of the longest warm-up that one takes on a new cluster, and on a used one. */
  private static final double FIRST_SHARE = 0.4;

  private static final double LATER_SHARE = 0.1;

  private final Map<String, List<Double>> runSeconds = new HashMap<>();
  private final Map<String, List<Double>> startSeconds = new HashMap<>();

  /** The seconds that groups of runs take, before anything has been measured. */
  public static double expected(Iterable<Plan.Group> groups) {
    double seconds = 0;
    for (Plan.Group group : groups) {
      seconds += expected(group);
    }
    return seconds;
  }

  /** Each cluster's start, its load, its runs and its end. */
  public static double expected(Plan.Group group) {
    SystemData.Pace pace = Systems.byName(group.cluster().system()).data().pace();
    double seconds = group.starts() * (seconds(pace, group.cluster()) + STOP_SECONDS);
    boolean first = true;
    for (Plan.Work work : group.work()) {
      seconds +=
          work.run().length().sections().count()
              * seconds(pace, work.run(), group.cluster(), first || group.cluster().fresh());
      first = false;
    }
    return seconds;
  }

  /** A new cluster's start, its load, one run and its end. */
  public static double expected(SystemData.Pace pace, ClusterSettings cluster, RunSettings run) {
    return seconds(pace, cluster) + seconds(pace, run, cluster, true) + STOP_SECONDS;
  }

  private static double seconds(SystemData.Pace pace, ClusterSettings cluster) {
    double load = CLIENT_SECONDS + cluster.load().records() / pace.loadsPerSecond();
    return (pace.startSeconds() + load) * crowd(cluster);
  }

  private static double seconds(
      SystemData.Pace pace, RunSettings run, ClusterSettings cluster, boolean first) {
    double perSecond = pace.operationsPerSecond() / crowd(cluster);
    if (run.rate().target().isPresent()) {
      perSecond = Math.min(perSecond, run.rate().target().getAsLong());
    }
    if (run.rate().curve().isPresent()) {
      return CLIENT_SECONDS
          + seconds(run.length().warmUp(), first)
          + run.length().seconds()
          + FILING_SECONDS;
    }
    perSecond *= run.rate().share().orElse(100) / 100.0;
    return CLIENT_SECONDS
        + seconds(run.length().warmUp(), first)
        + limited(run.length().operations() / perSecond, run.length().seconds())
        + FILING_SECONDS;
  }

  /** Where the end is found, it is later on servers that have just been started. */
  private static double seconds(RunSettings.WarmUp warmUp, boolean first) {
    if (!warmUp.found()) {
      return warmUp.seconds();
    }
    return first ? FIRST_SHARE * warmUp.onNewCluster().seconds() : LATER_SHARE * warmUp.seconds();
  }

  private static double crowd(ClusterSettings cluster) {
    return Math.max(1, cluster.nodes() / NODES);
  }

  /**
   * @param limitSeconds 0 for none
   */
  private static double limited(double seconds, long limitSeconds) {
    return limitSeconds == 0 ? seconds : Math.min(seconds, limitSeconds);
  }

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
