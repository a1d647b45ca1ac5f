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
import io.hybridycsb.harness.cluster.Progress;
import io.hybridycsb.harness.process.LockFile;
import io.hybridycsb.harness.system.programs.Home;
import io.hybridycsb.settings.Secrets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Runs experiments on real clusters, one run after another, and files the results. A run that has
 * succeeded in an earlier command isn't repeated.
 */
public final class Bench {
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
   * @param end when no further run begins
   */
  public record Request(
      List<Path> files,
      List<String> systems,
      boolean quick,
      boolean fresh,
      Optional<AttachedCluster> attached,
      Optional<ClientHosts> clients,
      Instant end) {
    /** Without an end. */
    public Request(
        List<Path> files,
        List<String> systems,
        boolean quick,
        boolean fresh,
        Optional<AttachedCluster> attached,
        Optional<ClientHosts> clients) {
      this(files, systems, quick, fresh, attached, clients, Instant.MAX);
    }
  }

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

  /** About how many seconds the runs take that are left of a request, on four idle cores. */
  public double secondsLeft(Request request) {
    Plan plan = planned(request);
    return Estimate.expected(
        inOrder(left(plan, new CapacityShares(plan, results), request.fresh()), plan, request));
  }

  private Plan planned(Request request) {
    List<Experiment> experiments = request.files().stream().map(Experiment::read).toList();
    Plan plan = runner.plan(experiments, request.systems(), request.quick(), request.attached());
    return request.clients().map(plan::by).orElse(plan);
  }

  private Plan plan(Request request) {
    Plan plan = planned(request);
    plan.skipped().forEach(line -> progress.say("left out: " + line));
    if (plan.groups().isEmpty()) {
      throw new UsageException(
          "nothing of %s applies to %s: name other experiments, or %s"
              .formatted(
                  String.join(
                      ", ",
                      request.files().stream()
                          .map(Experiment::read)
                          .map(Experiment::name)
                          .toList()),
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
        runs.addAll(results.nextRepeats(group.runs(), rates));
      }
      if (!runs.isEmpty()) {
        left.add(new Plan.Group(group.cluster(), runs));
      }
    }
    return left;
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
      Sitting sitting =
          new Sitting(
              runner,
              results,
              request.attached(),
              clients,
              rates,
              counter,
              progress,
              request.end());
      if (takeTurns(plan, request)) {
        sitting.inRounds(left);
      } else {
        for (Plan.Group group : left) {
          sitting.onOneCluster(group);
        }
      }
    } catch (InterruptedException e) {
      progress.say(counter.interrupted(done) + "; results are in " + out);
      throw e;
    }
    boolean allRemoved = runner.allAreRemoved();
    Set<String> earlier = new LinkedHashSet<>();
    plan.groups().stream()
        .flatMap(group -> group.runs().stream())
        .forEach(run -> earlier.addAll(results.earlierFailures(run.point())));
    KeptFailures.tell(earlier, progress);
    if (counter.left() > 0) {
      progress.say(
          "time is up: %d runs are left; the same command does them".formatted(counter.left()));
      counter.failed().forEach(line -> progress.say("  failed: " + line));
      return counter.failed().isEmpty() && allRemoved;
    }
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
}
