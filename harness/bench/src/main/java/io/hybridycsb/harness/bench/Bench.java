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
    List<Plan.Group> left = left(plan, new CapacityShares(plan, results), request.fresh());
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
    progress.say(extent(left));
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

  private static int runs(List<Plan.Group> groups) {
    return groups.stream().mapToInt(group -> group.runs().size()).sum();
  }

  /** Without those that are added because repeats disagree. */
  private static int asked(List<Plan.Group> groups) {
    return (int)
        groups.stream()
            .flatMap(group -> group.runs().stream())
            .filter(run -> run.repeat() <= run.repeats())
            .count();
  }

  private static String extent(List<Plan.Group> groups) {
    int same = runs(groups) - groups.stream().mapToInt(group -> group.work().size()).sum();
    return "%d runs on %d clusters%s, about %s on four cores"
        .formatted(
            runs(groups),
            groups.stream().mapToInt(Plan.Group::starts).sum(),
            same == 0 ? "" : " (%d are the same as others, and not repeated)".formatted(same),
            Estimate.inWords(Estimate.expected(groups)));
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
    int count = runs(left);
    int done = runs(plan.groups()) - asked(left);
    progress.say(
        "%s%s; results go to %s"
            .formatted(extent(left), done == 0 ? "" : "; %d done earlier".formatted(done), out));
    Countdown counter = new Countdown(count, left);
    List<String> systems = left.stream().map(group -> group.cluster().system()).toList();
    try (ClientPlace clients = clients(request.clients(), systems)) {
      for (Plan.Group group : left) {
        if (request.fresh()) {
          group.runs().stream().map(rates::of).forEach(results::removeAdded);
        }
        run(group, request.attached(), clients, rates, counter);
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

  private void run(
      Plan.Group group,
      Optional<AttachedCluster> attached,
      ClientPlace clients,
      CapacityShares rates,
      Countdown counter)
      throws InterruptedException {
    counter.begins(group);
    BenchCluster cluster = runner.cluster(group.cluster(), attached, clients);
    try {
      Plan.Group late = group.late();
      counter.later(late.work().size());
      untilRepeatsAgree(cluster, group.early(), rates, counter);
      counter.later(0);
      untilRepeatsAgree(cluster, withOutdated(late, rates, counter), rates, counter);
      audit(cluster, counter);
    } finally {
      runner.remove(cluster);
    }
  }

  /** With the runs whose rates have changed, because the runs before found another capacity. */
  private static Plan.Group withOutdated(Plan.Group late, CapacityShares rates, Countdown counter) {
    Set<Plan.Run> outdated = new LinkedHashSet<>(rates.outdated(late.cluster()));
    late.runs().forEach(outdated::remove);
    counter.again(outdated);
    List<Plan.Run> all = new ArrayList<>(outdated);
    all.addAll(late.runs());
    return new Plan.Group(late.cluster(), all);
  }

  /** Does runs, and adds repeats to their points as long as those disagree. */
  private void untilRepeatsAgree(
      BenchCluster cluster, Plan.Group group, CapacityShares rates, Countdown counter)
      throws InterruptedException {
    List<Plan.Run> runs = group.runs();
    Set<Plan.Run> tried = new HashSet<>();
    while (!runs.isEmpty()) {
      run(cluster, new Plan.Group(group.cluster(), runs), rates, counter);
      tried.addAll(runs);
      Set<Plan.Run> more = disagreeing(runs, rates);
      more.removeAll(tried);
      counter.more(more);
      if (!more.isEmpty()) {
        progress.say(
            "repeats of %d points differ by more than %.0f %%; each gets one more"
                .formatted(more.size(), 100 * Repeats.SPREAD_MAX));
      }
      runs = List.copyOf(more);
    }
  }

  private void run(BenchCluster cluster, Plan.Group group, CapacityShares rates, Countdown counter)
      throws InterruptedException {
    Map<Plan.Work, Plan.Run> succeeded = new HashMap<>();
    Optional<Failure> noCluster = Optional.empty();
    for (int i = 0; i < group.runs().size(); i++) {
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
