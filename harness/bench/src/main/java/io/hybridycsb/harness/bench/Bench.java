package io.hybridycsb.harness.bench;

import io.hybridycsb.harness.UsageException;
import io.hybridycsb.harness.bench.clients.ClientPlace;
import io.hybridycsb.harness.bench.hosts.HostClients;
import io.hybridycsb.harness.bench.plan.AttachedCluster;
import io.hybridycsb.harness.bench.plan.ClientHosts;
import io.hybridycsb.harness.bench.plan.ClusterSettings;
import io.hybridycsb.harness.bench.plan.Estimate;
import io.hybridycsb.harness.bench.plan.Experiment;
import io.hybridycsb.harness.bench.plan.Plan;
import io.hybridycsb.harness.bench.plan.Point;
import io.hybridycsb.harness.cluster.Progress;
import io.hybridycsb.harness.process.LockFile;
import io.hybridycsb.harness.results.Repeats;
import io.hybridycsb.harness.system.programs.Home;
import io.hybridycsb.settings.Secrets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Runs experiments on real clusters, one run after another, and files the results. A run that has
 * succeeded in an earlier command isn't repeated.
 */
public final class Bench {
  private static final String NO_CAPACITY =
      "needs the capacity, but no closed-loop run of this workload has succeeded";

  private final Home home;
  private final Path out;
  private final Progress progress;
  private final ResultDirectory results;
  private final Runner runner;

  /**
   * @param out the directory for the results
   */
  public Bench(Home home, Path out, Progress progress) {
    this.home = home;
    this.out = out.toAbsolutePath().normalize();
    this.progress = progress;
    this.runner = new Runner(home, this.out, progress);
    this.results = runner.results();
  }

  /**
   * A request.
   *
   * @param files the experiments' files
   * @param systems the systems to run; empty for all systems of each experiment
   * @param quick whether to use the experiments' quick settings
   * @param fresh whether to repeat runs that have succeeded earlier
   * @param attached the cluster that runs already, whose system is the only one; empty if clusters
   *     are started
   * @param clients the hosts on which clients run; empty for this machine
   */
  public record Request(
      List<Path> files,
      List<String> systems,
      boolean quick,
      boolean fresh,
      Optional<AttachedCluster> attached,
      Optional<ClientHosts> clients) {}

  /**
   * Prints what there is to do and about how long it takes, without doing it.
   *
   * @throws UsageException if none of the experiments is about any of the systems
   */
  public void tellPlan(Request request) {
    Plan plan = plan(request);
    List<Plan.Group> left =
        inOrder(left(plan, new CapacityShares(plan, results), request.fresh()), plan, request);
    for (Plan.Group group : left) {
      ClusterSettings cluster = group.cluster();
      progress.say(
          "%s, %d nodes%s, %,d records: about %s"
              .formatted(
                  cluster.system(),
                  cluster.nodes(),
                  cluster.options().isEmpty() ? "" : " " + Secrets.hidden(cluster.options()),
                  cluster.load().records(),
                  Estimate.inWords(Estimate.expected(group))));
      for (Plan.Run run : group.runs()) {
        progress.say(
            "  %s %s, repeat %d"
                .formatted(run.point().experiment().name(), run.point().label(), run.repeat()));
      }
    }
    progress.say(Countdown.extent(left));
  }

  private Plan plan(Request request) {
    List<Experiment> experiments = request.files().stream().map(Experiment::read).toList();
    Plan here = runner.plan(experiments, request.systems(), request.quick(), request.attached());
    Plan plan = request.clients().map(here::by).orElse(here);
    plan.skipped().forEach(line -> progress.say("left out: " + line));
    if (plan.groups().isEmpty()) {
      throw new UsageException(
          "nothing of %s applies to %s: name other experiments, or %s"
              .formatted(
                  String.join(", ", experiments.stream().map(Experiment::name).toList()),
                  request.systems().isEmpty() ? "any system" : String.join(", ", request.systems()),
                  request.systems().isEmpty() ? "vary something else" : "leave --system out"));
    }
    return plan;
  }

  /**
   * Executes the request; returns whether all runs succeeded and no cluster was left behind.
   *
   * @throws UsageException as above
   */
  public boolean run(Request request) throws InterruptedException {
    Plan plan = plan(request);
    try (LockFile lock = results.lock()) {
      runner.removeLeftOvers();
      return run(plan, request);
    }
  }

  /** The runs without a result that counts, and those that points need whose repeats disagree. */
  private List<Plan.Group> left(Plan plan, CapacityShares rates, boolean fresh) {
    List<Plan.Group> left = new ArrayList<>();
    for (Plan.Group group : plan.groups()) {
      List<Plan.Run> runs =
          new ArrayList<>(
              group.runs().stream().filter(run -> fresh || !results.has(rates.of(run))).toList());
      if (!fresh) {
        runs.addAll(disagreeing(group.runs(), rates));
      }
      if (!runs.isEmpty()) {
        left.add(new Plan.Group(group.cluster(), runs));
      }
    }
    return left;
  }

  /** The repeats that points of these runs still need, because those that they have disagree. */
  private Set<Plan.Run> disagreeing(List<Plan.Run> runs, CapacityShares rates) {
    Set<Plan.Run> more = new LinkedHashSet<>();
    Set<Point> looked = new HashSet<>();
    for (Plan.Run run : runs) {
      if (looked.add(run.point())) {
        results
            .nextRepeat(rates.of(run))
            .ifPresent(repeat -> more.add(new Plan.Run(run.point(), repeat, run.repeats())));
      }
    }
    return more;
  }

  /** Without those that are added because repeats disagree. */
  private static int asked(List<Plan.Group> groups) {
    return (int)
        groups.stream()
            .flatMap(group -> group.runs().stream())
            .filter(run -> run.repeat() <= run.repeats())
            .count();
  }

  /** Results of different builds or machines are never put together to one figure. */
  private void requireOneOrigin(Plan plan, CapacityShares rates) {
    results.requireNone(
        results.otherOrigins(
            plan.groups().stream().flatMap(group -> group.runs().stream()).map(rates::of),
            runner.build()),
        runner.build());
  }

  private boolean run(Plan plan, Request request) throws InterruptedException {
    CapacityShares rates = new CapacityShares(plan, results);
    if (!request.fresh()) {
      requireOneOrigin(plan, rates);
    }
    List<Plan.Group> left = left(plan, rates, request.fresh());
    List<Plan.Group> inOrder = inOrder(left, plan, request);
    int count = Countdown.runs(left);
    int done = Countdown.runs(plan.groups()) - asked(left);
    progress.say(
        "%s%s; results go to %s"
            .formatted(
                Countdown.extent(inOrder),
                done == 0 ? "" : "; %d done earlier".formatted(done),
                out));
    Countdown counter = new Countdown(count, inOrder);
    List<String> systems = left.stream().map(group -> group.cluster().system()).toList();
    if (request.fresh()) {
      left.stream()
          .flatMap(group -> group.runs().stream())
          .map(rates::of)
          .forEach(results::removeAdded);
    }
    try (ClientPlace clients = clients(request.clients(), systems)) {
      Sitting sitting = new Sitting(request.attached(), clients, rates, counter);
      if (takeTurns(plan, request)) {
        inRounds(left, sitting);
      } else {
        for (Plan.Group group : left) {
          onOneCluster(group, sitting);
        }
      }
    }
    boolean allRemoved = runner.allAreRemoved();
    Set<String> earlier = new LinkedHashSet<>();
    plan.groups().stream()
        .flatMap(group -> group.runs().stream())
        .forEach(run -> earlier.addAll(results.earlierFailures(run.point())));
    KeptFailures.tell(earlier, progress);
    if (counter.failed().isEmpty()) {
      progress.say("all %d runs succeeded; results are in %s".formatted(counter.places(done), out));
      return allRemoved;
    }
    progress.say("%d of %d runs failed:".formatted(counter.failed().size(), counter.count()));
    counter.failed().forEach(line -> progress.say("  " + line));
    progress.say("the same command tries them again; all results are in " + out);
    return false;
  }

  private ClientPlace clients(Optional<ClientHosts> hosts, List<String> systems)
      throws InterruptedException {
    return hosts.isPresent()
        ? HostClients.open(hosts.get(), home, results.clusters(), systems, progress)
        : ClientPlace.here(results.clusters());
  }

  /** Not on a cluster that isn't ours, nor if there is one only. */
  private static boolean takeTurns(Plan plan, Request request) {
    return request.attached().isEmpty() && plan.groups().size() > 1 && plan.repeats() > 1;
  }

  private static List<Plan.Group> inOrder(List<Plan.Group> left, Plan plan, Request request) {
    return takeTurns(plan, request) ? Plan.inRounds(left) : left;
  }

  /** What is done on a cluster. */
  private interface OnCluster {
    void run(BenchCluster cluster) throws InterruptedException;
  }

  /**
   * What all runs of a command share.
   *
   * @param attached the cluster that isn't ours; empty if clusters are started
   */
  private record Sitting(
      Optional<AttachedCluster> attached,
      ClientPlace clients,
      CapacityShares rates,
      Countdown counter) {}

  /** A cluster's runs, then its audit and its end. */
  private void onCluster(Plan.Group group, Sitting sitting, OnCluster runs)
      throws InterruptedException {
    sitting.counter.begins(group);
    BenchCluster cluster = runner.cluster(group.cluster(), sitting.attached, sitting.clients);
    try {
      runs.run(cluster);
      audit(cluster, sitting.counter);
    } finally {
      runner.remove(cluster);
    }
  }

  /** All repeats on one cluster. */
  private void onOneCluster(Plan.Group group, Sitting sitting) throws InterruptedException {
    Plan.Group late = group.late();
    onCluster(
        group,
        sitting,
        cluster -> {
          sitting.counter.later(late.work().size());
          untilRepeatsAgree(cluster, group.early(), sitting);
          sitting.counter.later(0);
          untilRepeatsAgree(cluster, withOutdated(late, sitting), sitting);
        });
  }

  /** One repeat of each group after another, until all repeats agree; then the late runs. */
  private void inRounds(List<Plan.Group> left, Sitting sitting) throws InterruptedException {
    List<Plan.Group> early = left.stream().map(Plan.Group::early).toList();
    Set<Plan.Run> tried = new HashSet<>();
    while (!early.isEmpty()) {
      for (Plan.Group repeat : Plan.inRounds(early)) {
        onCluster(repeat, sitting, cluster -> once(cluster, repeat, sitting));
        tried.addAll(repeat.runs());
      }
      List<Plan.Group> more = new ArrayList<>();
      early.forEach(
          group -> more.add(new Plan.Group(group.cluster(), more(group.runs(), tried, sitting))));
      more.removeIf(group -> group.runs().isEmpty());
      early = more;
    }
    for (Plan.Group group : left) {
      sitting.counter.begins(group.late());
      Plan.Group late = withOutdated(group.late(), sitting);
      if (!late.runs().isEmpty()) {
        onCluster(late, sitting, cluster -> untilRepeatsAgree(cluster, late, sitting));
      }
    }
  }

  /** With the runs whose rates have changed, because the runs before found another capacity. */
  private static Plan.Group withOutdated(Plan.Group late, Sitting sitting) {
    Set<Plan.Run> outdated = new LinkedHashSet<>(sitting.rates.outdated(late.cluster()));
    late.runs().forEach(outdated::remove);
    sitting.counter.again(outdated);
    List<Plan.Run> all = new ArrayList<>(outdated);
    all.addAll(late.runs());
    return new Plan.Group(late.cluster(), all);
  }

  /** Does runs, and adds repeats to their points as long as those disagree. */
  private void untilRepeatsAgree(BenchCluster cluster, Plan.Group group, Sitting sitting)
      throws InterruptedException {
    List<Plan.Run> runs = group.runs();
    Set<Plan.Run> tried = new HashSet<>();
    while (!runs.isEmpty()) {
      once(cluster, new Plan.Group(group.cluster(), runs), sitting);
      tried.addAll(runs);
      runs = more(runs, tried, sitting);
    }
  }

  /** The repeats that points of these runs still need, but for those that were tried. */
  private List<Plan.Run> more(List<Plan.Run> runs, Set<Plan.Run> tried, Sitting sitting) {
    Set<Plan.Run> more = disagreeing(runs, sitting.rates);
    more.removeAll(tried);
    sitting.counter.more(more);
    if (!more.isEmpty()) {
      progress.say(
          "repeats of %d points differ by more than %.0f %%; each gets one more"
              .formatted(more.size(), 100 * Repeats.SPREAD_MAX));
    }
    return List.copyOf(more);
  }

  private void once(BenchCluster cluster, Plan.Group group, Sitting sitting)
      throws InterruptedException {
    Countdown counter = sitting.counter;
    Map<Plan.Work, Plan.Run> succeeded = new HashMap<>();
    Optional<Failure> noCluster = Optional.empty();
    for (int i = 0; i < group.runs().size(); i++) {
      Plan.Run run = sitting.rates.of(group.runs().get(i));
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
        audit(cluster, counter);
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
  private void audit(BenchCluster cluster, Countdown counter) throws InterruptedException {
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
