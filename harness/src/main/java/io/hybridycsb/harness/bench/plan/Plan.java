package io.hybridycsb.harness.bench.plan;

import io.hybridycsb.harness.results.RunResult;
import io.hybridycsb.harness.system.SystemDescription;
import io.hybridycsb.harness.system.registry.Systems;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * All runs, in their order.
 *
 * <p>Systems follow one another. Of one system, runs on the same cluster settings and data stand
 * together, whatever experiment they belong to, so that one cluster serves them. Among those, each
 * repeat goes through all points before the next one does: what grows from run to run, such as a
 * ledger, then shows as spread between repeats, not as a difference between points. Runs whose
 * writes are acknowledged before they are committed come last: what they leave for the servers to
 * do would slow the run after them.
 *
 * @param groups runs that share a cluster
 * @param skipped a line for each thing that a system can't do
 */
public record Plan(List<Group> groups, List<String> skipped) {

  /** Runs that share a cluster. */
  public record Group(ClusterSettings cluster, List<Run> runs) {

    /** What there is to do for them: less than there are runs where some are the same. */
    public Set<Work> work() {
      Set<Work> work = new LinkedHashSet<>();
      runs.forEach(run -> work.add(run.work()));
      return work;
    }
  }

  /**
   * One run of a point.
   *
   * @param repeat from 1
   */
  public record Run(Point point, int repeat) {

    /** What is the same for two runs on one cluster of which one will do. */
    public Work work() {
      return new Work(point.run(), repeat);
    }
  }

  /** What a run does; different experiments may want the same. */
  public record Work(RunSettings run, int repeat) {}

  /**
   * @param only the systems asked for; empty for those that each experiment is about
   */
  public static Plan of(
      List<Experiment> experiments, List<String> only, boolean quick, Path workloads) {
    List<String> skipped = new ArrayList<>();
    List<Group> groups = new ArrayList<>();
    for (SystemDescription system : Systems.all()) {
      if (!only.isEmpty() && !only.contains(system.name())) {
        continue;
      }
      Map<ClusterSettings, List<Points.Repeated>> bySettings = new LinkedHashMap<>();
      for (Experiment experiment : experiments) {
        if (!experiment.systems().contains(system.name())) {
          if (!only.isEmpty()) {
            skipped.add("%s is not about %s".formatted(experiment.name(), system.name()));
          }
          continue;
        }
        Points points = new Points(experiment, system, quick, workloads);
        points
            .all(
                reason ->
                    skipped.add("%s of %s: %s".formatted(experiment.name(), system.name(), reason)))
            .forEach(
                point ->
                    bySettings
                        .computeIfAbsent(point.cluster(), unused -> new ArrayList<>())
                        .add(new Points.Repeated(point, points.repeats())));
      }
      bySettings.forEach((cluster, points) -> groups.addAll(grouped(cluster, points)));
    }
    return new Plan(groups, skipped);
  }

  private static List<Group> grouped(ClusterSettings cluster, List<Points.Repeated> points) {
    List<Run> runs = new ArrayList<>();
    List<Run> accepting = new ArrayList<>();
    int most = points.stream().mapToInt(Points.Repeated::repeats).max().orElse(0);
    for (int repeat = 1; repeat <= most; repeat++) {
      for (Points.Repeated point : points) {
        if (repeat <= point.repeats()) {
          (isAccepting(point.point()) ? accepting : runs).add(new Run(point.point(), repeat));
        }
      }
    }
    runs.addAll(accepting);
    return cluster.fresh()
        ? runs.stream().map(run -> new Group(cluster, List.of(run))).toList()
        : List.of(new Group(cluster, runs));
  }

  private static boolean isAccepting(Point point) {
    return RunResult.isOnlyAccepted(
        Systems.byName(point.system()).commitMode(point.run().properties()));
  }
}
