package io.hybridycsb.harness.bench.plan;

import io.hybridycsb.harness.UsageException;
import io.hybridycsb.harness.results.RunResult;
import io.hybridycsb.harness.system.SystemDescription;
import io.hybridycsb.harness.system.registry.Systems;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * All runs, in order.
 *
 * <p>Runs are grouped by system, then by cluster settings and data, across experiments. A group has
 * one cluster, or one for each of its repeats if those take turns ({@link #inRounds}). Within a
 * group, each repeat goes through all points before the next repeat begins. Growth from run to run,
 * such as the ledger's, then shows as spread between repeats, not as a difference between points.
 * The points with most clients come first, because they warm servers up fastest. Runs that offer a
 * share of a capacity come after all repeats of those that find it. Runs that acknowledge writes
 * before they are committed come last, because the work they leave behind would slow the next run.
 *
 * @param groups runs that share a cluster, or take one after the other of the same settings
 * @param skipped a line for each point that a system doesn't support
 */
public record Plan(List<Group> groups, List<String> skipped) {

  public record Group(ClusterSettings cluster, List<Run> runs) {

    /** How often a cluster is started for them. */
    public int starts() {
      return cluster.fresh() ? work().size() : 1;
    }

    /** The runs that find the capacity of which a run offers a share. */
    public List<Run> finding(Run run) {
      return runs.stream().filter(other -> other.finds(run)).toList();
    }

    /** The runs that find capacities, and all others but {@link #late}. */
    public Group early() {
      return new Group(cluster, runs.stream().filter(run -> !isLate(run.point())).toList());
    }

    /** The runs that offer shares of a capacity, or acknowledge writes early. */
    public Group late() {
      return new Group(cluster, runs.stream().filter(run -> isLate(run.point())).toList());
    }

    private Group ofRepeat(int repeat) {
      return new Group(cluster, runs.stream().filter(run -> run.repeat == repeat).toList());
    }

    /** The distinct work of these runs; runs that are the same are done once. */
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
   * @param repeats how many were asked for; a point whose repeats disagree has more
   */
  public record Run(Point point, int repeat, int repeats) {

    /** Whether it finds the capacity of which another offers a share. */
    private boolean finds(Run other) {
      return point.run().isClosedLoop() && point.run().sameWork(other.point.run());
    }

    /** The same at a rate. */
    public Run at(long perSecond) {
      return new Run(point.with(point.run().at(perSecond)), repeat, repeats);
    }

    /** Of two runs with equal work on one cluster, only one is done. */
    public Work work() {
      return new Work(point.run(), repeat);
    }
  }

  /** What a run does; different experiments may want the same. */
  public record Work(RunSettings run, int repeat) {}

  /**
   * @param only the systems to include; empty for all systems of each experiment
   */
  public static Plan of(
      List<Experiment> experiments, List<String> only, boolean quick, Path workloads) {
    return of(experiments, only, quick, workloads, Optional.empty());
  }

  /**
   * @param cluster the cluster that runs already
   */
  public static Plan on(
      AttachedCluster cluster, List<Experiment> experiments, boolean quick, Path workloads) {
    Plan plan = of(experiments, List.of(cluster.system()), quick, workloads, Optional.of(cluster));
    if (cluster.empty().isEmpty() && plan.groups.size() > 1) {
      List<String> skipped = new ArrayList<>(plan.skipped);
      for (Group group : plan.groups.subList(1, plan.groups.size())) {
        skipped.add(
            "%d runs on other records than the first ones: the cluster's file has no command to"
                    .formatted(group.runs().size())
                + " empty it");
      }
      return new Plan(plan.groups.subList(0, 1), skipped);
    }
    return plan;
  }

  /** The same with clients on other hosts, but for the points that they can't serve. */
  public Plan by(ClientHosts hosts) {
    Set<String> left = new LinkedHashSet<>(skipped);
    List<Group> by = new ArrayList<>();
    for (Group group : groups) {
      List<Run> runs = new ArrayList<>();
      for (Run run : group.runs) {
        Point point = run.point;
        String reason = hosts.reasonAgainst(point.run());
        if (reason.isEmpty()) {
          runs.add(new Run(point.with(hosts.on(point.run())), run.repeat, run.repeats));
        } else {
          left.add(
              "%s of %s, %s: %s"
                  .formatted(point.experiment().name(), point.system(), point.label(), reason));
        }
      }
      if (!runs.isEmpty()) {
        by.add(new Group(group.cluster, runs));
      }
    }
    return new Plan(by, List.copyOf(left));
  }

  /** The most repeats that any point was asked for. */
  public int repeats() {
    return groups.stream()
        .flatMap(group -> group.runs.stream())
        .mapToInt(Run::repeats)
        .max()
        .orElse(0);
  }

  /**
   * The runs in rounds, each with one repeat of every group on a cluster of its own, so that a slow
   * hour of the machine falls on all systems alike. After the rounds come each group's late runs,
   * all repeats on one cluster.
   */
  public static List<Group> inRounds(List<Group> groups) {
    List<Group> early = groups.stream().map(Group::early).toList();
    int rounds =
        early.stream().flatMap(group -> group.runs.stream()).mapToInt(Run::repeat).max().orElse(0);
    return Stream.concat(
            IntStream.rangeClosed(1, rounds)
                .boxed()
                .flatMap(repeat -> early.stream().map(group -> group.ofRepeat(repeat))),
            groups.stream().map(Group::late))
        .filter(group -> !group.runs.isEmpty())
        .toList();
  }

  private static Plan of(
      List<Experiment> experiments,
      List<String> only,
      boolean quick,
      Path workloads,
      Optional<AttachedCluster> attached) {
    List<String> skipped = new ArrayList<>();
    List<Group> groups = new ArrayList<>();
    for (SystemDescription system : Systems.all()) {
      if (!only.isEmpty() && !only.contains(system.name())) {
        continue;
      }
      Map<ClusterSettings, List<Run>> bySettings = new LinkedHashMap<>();
      for (Experiment experiment : experiments) {
        if (!experiment.systems().contains(system.name())) {
          if (!only.isEmpty()) {
            skipped.add("%s is not about %s".formatted(experiment.name(), system.name()));
          }
          continue;
        }
        Points points = new Points(experiment, system, quick, workloads, attached);
        points
            .all(
                reason ->
                    skipped.add("%s of %s: %s".formatted(experiment.name(), system.name(), reason)))
            .forEach(
                point ->
                    bySettings
                        .computeIfAbsent(point.cluster(), unused -> new ArrayList<>())
                        .add(new Run(point, 1, points.repeats())));
      }
      bySettings.forEach((cluster, first) -> groups.add(grouped(cluster, first)));
    }
    return new Plan(groups, skipped);
  }

  /** All repeats of points, of each of which the first is given. */
  private static Group grouped(ClusterSettings cluster, List<Run> first) {
    List<Run> runs =
        first.stream()
            .flatMap(
                run ->
                    IntStream.rangeClosed(1, run.repeats())
                        .mapToObj(repeat -> new Run(run.point(), repeat, run.repeats())))
            .sorted(
                Comparator.comparing((Run run) -> isAccepting(run.point()))
                    .thenComparing(Plan::needsCapacity)
                    .thenComparing(Run::repeat)
                    .thenComparing(run -> -run.point().run().intensity()))
            .toList();
    Group group = new Group(cluster, runs);
    runs.stream().filter(Plan::needsCapacity).forEach(run -> requireCapacity(group, run));
    return group;
  }

  private static boolean needsCapacity(Run run) {
    return offersShare(run.point()) && !isAccepting(run.point());
  }

  private static void requireCapacity(Group group, Run run) {
    if (group.runs().stream().noneMatch(other -> other.finds(run))) {
      throw new UsageException(
          "%s: nothing finds the capacity of which %s is a share; use 'rates', or a rate as target"
              .formatted(run.point().experiment().name(), run.point().label()));
    }
  }

  private static boolean isLate(Point point) {
    return offersShare(point) || isAccepting(point);
  }

  private static boolean offersShare(Point point) {
    return point.run().rate().share().isPresent();
  }

  private static boolean isAccepting(Point point) {
    return RunResult.isOnlyAccepted(
        Systems.byName(point.system()).commitMode(point.run().properties()));
  }
}
