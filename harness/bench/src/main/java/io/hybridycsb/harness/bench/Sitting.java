package io.hybridycsb.harness.bench;

import io.hybridycsb.harness.bench.clients.ClientPlace;
import io.hybridycsb.harness.bench.plan.AttachedCluster;
import io.hybridycsb.harness.bench.plan.Plan;
import io.hybridycsb.harness.cluster.Progress;
import io.hybridycsb.harness.results.Repeats;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The runs of one command, one after another.
 *
 * @param attached the cluster that isn't ours; empty if clusters are started
 * @param end when no further run begins
 */
record Sitting(
    Runner runner,
    ResultDirectory results,
    Optional<AttachedCluster> attached,
    ClientPlace clients,
    CapacityShares rates,
    Countdown counter,
    Progress progress,
    Instant end) {
  private static final String NO_CAPACITY =
      "needs the capacity, but no closed-loop run of this workload has succeeded";

  /** Whether its time is up: then nothing more begins. */
  boolean isOver() {
    return !Instant.now().isBefore(end);
  }

  /** What is done on a cluster. */
  private interface OnCluster {
    void run(BenchCluster cluster) throws InterruptedException;
  }

  /** A cluster's runs, then its audit and its end. */
  private void onCluster(Plan.Group group, OnCluster runs) throws InterruptedException {
    if (isOver()) {
      return;
    }
    counter.begins(group);
    BenchCluster cluster = runner.cluster(group.cluster(), attached, clients);
    try {
      runs.run(cluster);
      audit(cluster);
    } finally {
      runner.remove(cluster);
    }
  }

  /** All repeats on one cluster. */
  void onOneCluster(Plan.Group group) throws InterruptedException {
    Plan.Group late = group.late();
    onCluster(
        group,
        cluster -> {
          counter.later(late.work().size());
          untilRepeatsAgree(cluster, group.early());
          counter.later(0);
          untilRepeatsAgree(cluster, withOutdated(late));
        });
  }

  /** One repeat of each group after another, until all repeats agree; then the late runs. */
  void inRounds(List<Plan.Group> left) throws InterruptedException {
    List<Plan.Group> early = left.stream().map(Plan.Group::early).toList();
    Set<Plan.Run> tried = new HashSet<>();
    while (!early.isEmpty() && !isOver()) {
      for (Plan.Group repeat : Plan.inRounds(early)) {
        onCluster(repeat, cluster -> once(cluster, repeat));
        tried.addAll(repeat.runs());
      }
      List<Plan.Group> more = new ArrayList<>();
      early.forEach(group -> more.add(new Plan.Group(group.cluster(), more(group.runs(), tried))));
      more.removeIf(group -> group.runs().isEmpty());
      early = more;
    }
    for (Plan.Group group : isOver() ? List.<Plan.Group>of() : left) {
      counter.begins(group.late());
      Plan.Group late = withOutdated(group.late());
      if (!late.runs().isEmpty()) {
        onCluster(late, cluster -> untilRepeatsAgree(cluster, late));
      }
    }
  }

  /** With the runs whose rates have changed, because the runs before found another capacity. */
  private Plan.Group withOutdated(Plan.Group late) {
    Set<Plan.Run> outdated = new LinkedHashSet<>(rates.outdated(late.cluster()));
    late.runs().forEach(outdated::remove);
    counter.again(outdated);
    List<Plan.Run> all = new ArrayList<>(outdated);
    all.addAll(late.runs());
    return new Plan.Group(late.cluster(), all);
  }

  /** Does runs, and adds repeats to their points as long as those disagree. */
  private void untilRepeatsAgree(BenchCluster cluster, Plan.Group group)
      throws InterruptedException {
    List<Plan.Run> runs = group.runs();
    Set<Plan.Run> tried = new HashSet<>();
    while (!runs.isEmpty() && !isOver()) {
      once(cluster, new Plan.Group(group.cluster(), runs));
      tried.addAll(runs);
      runs = more(runs, tried);
    }
  }

  /** The repeats that points of these runs still need, but for those that were tried. */
  private List<Plan.Run> more(List<Plan.Run> runs, Set<Plan.Run> tried) {
    Set<Plan.Run> more = results.nextRepeats(runs, rates);
    more.removeAll(tried);
    counter.more(more);
    if (!more.isEmpty()) {
      progress.say(
          "repeats of %d points differ by more than %.0f %%; each gets one more"
              .formatted(more.size(), 100 * Repeats.SPREAD_MAX));
    }
    return List.copyOf(more);
  }

  private void once(BenchCluster cluster, Plan.Group group) throws InterruptedException {
    Map<Plan.Work, Plan.Run> succeeded = new HashMap<>();
    Optional<Failure> noCluster = Optional.empty();
    for (int i = 0; i < group.runs().size() && !isOver(); i++) {
      Plan.Run run = rates.of(group.runs().get(i));
      progress.say(counter.next(run));
      Plan.Run same = succeeded.get(run.work());
      if (same != null) {
        results.share(same, run);
        cluster.countSame(same, run);
        counter.done();
        progress.say("  is the same run as " + Countdown.label(same));
        continue;
      }
      if (!run.point().run().hasRate()) {
        runner.refused(cluster, run, Failure.because(NO_CAPACITY));
        counter.done();
        counter.failed(run, NO_CAPACITY);
        progress.say("  FAILED: " + NO_CAPACITY);
        continue;
      }
      if (group.cluster().fresh() && cluster.runs() > 0) {
        audit(cluster);
        runner.remove(cluster);
      }
      Runner.Attempt attempt =
          noCluster.isPresent()
              ? runner.refused(cluster, run, noCluster.get())
              : runner.run(cluster, run);
      counter.done();
      // Whatever kept this cluster from starting would do so again.
      noCluster = attempt.hadCluster() ? Optional.empty() : Optional.of(attempt.failure());
      String outcome = "FAILED: " + attempt.failure().reason();
      if (attempt.failure().isNone()) {
        succeeded.put(run.work(), run);
        progress.say("  " + results.recorded(run));
        results.events(run).ifPresent(events -> progress.say("  " + events));
        outcome = results.summary(run);
      } else {
        counter.failed(run, attempt.failure().reason());
      }
      int left = workLeft(group, i + 1, succeeded.keySet());
      progress.say("  " + outcome + counter.timeLeft(group, left, runner.estimate()));
    }
  }

  /** A failure of the audit is one of all runs on the cluster. */
  private void audit(BenchCluster cluster) throws InterruptedException {
    Failure failure = runner.audit(cluster);
    if (!failure.isNone()) {
      cluster.done().forEach(run -> counter.failed(run, failure.reason()));
    }
  }

  /** Counts the runs from an index on that aren't the same as one that has succeeded. */
  private static int workLeft(Plan.Group group, int from, Set<Plan.Work> succeeded) {
    Set<Plan.Work> left =
        new Plan.Group(group.cluster(), group.runs().subList(from, group.runs().size())).work();
    left.removeAll(succeeded);
    return left.size();
  }
}
